#pragma once

#include <napi.h>

namespace rowfuse::node {

/// True if `object[name]` is `true`. A worker thread that is being terminated cannot read properties: the value that it gets has no
/// environment, and converting it would end the process.
inline bool is_true(Napi::Object object, char const* name) {
  Napi::Value const value = object.Get(name);
  return value.IsBoolean() && value.As<Napi::Boolean>().Value();
}

}  // namespace rowfuse::node
