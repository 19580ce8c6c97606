#pragma once

#include <string>

#include <napi.h>

namespace rowfuse::node {

/// Makes an Error with a `code` property, like Node's own.
inline Napi::Value make_error(Napi::Env env, char const* code, std::string const& message) {
  Napi::Error const error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  return error.Value();
}

}  // namespace rowfuse::node
