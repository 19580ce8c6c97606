#pragma once

#include <string>

#include <napi.h>

#include "../values/errors.hpp"

namespace rowfuse::node {

/// A promise that is settled by the thread-safe function, or immediately.
class Pending {
 public:
  explicit Pending(Napi::Env env) : env_(env) { napi_create_promise(env, &deferred_, &promise_); }

  napi_deferred deferred() const { return deferred_; }
  Napi::Value promise() const { return Napi::Value(env_, promise_); }
  Napi::Value reject(char const* code, std::string const& message) const {
    napi_reject_deferred(env_, deferred_, make_error(env_, code, message));
    return promise();
  }
  Napi::Value resolve(Napi::Value value) const {
    napi_resolve_deferred(env_, deferred_, value);
    return promise();
  }

 private:
  Napi::Env env_;
  napi_deferred deferred_ = nullptr;
  napi_value promise_ = nullptr;
};

inline constexpr char const* no_threads = "No thread could be started. Raise the limit on processes or threads, or use the js backend.";

}  // namespace rowfuse::node
