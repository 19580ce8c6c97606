#pragma once

#include <napi.h>

namespace rowfuse::node {

/// Whether `object[name]` is `true`. A worker thread that is being terminated reads no properties: what it gets has no environment, and
/// converting that ends the process.
inline bool is_true(Napi::Object object, char const* name) {
  Napi::Value const value = object.Get(name);
  return value.IsBoolean() && value.As<Napi::Boolean>().Value();
}

}  // namespace rowfuse::node
