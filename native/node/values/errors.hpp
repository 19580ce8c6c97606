#pragma once

#include <string>

#include <napi.h>

namespace rowfuse::node {

/// An Error with a `code` property, as Node's own have.
inline Napi::Value make_error(Napi::Env env, char const* code, std::string const& message) {
  Napi::Error const error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  return error.Value();
}

}  // namespace rowfuse::node
