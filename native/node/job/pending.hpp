#pragma once

#include <string>

#include <napi.h>

#include "../values/errors.hpp"

namespace rowfuse::node {

/// A promise that is settled by the thread-safe function, or immediately. It is made when it is first needed, because a call that ends before
/// it returns needs none.
class Pending {
 public:
  explicit Pending(Napi::Env env) : env_(env) {}

  napi_deferred deferred() {
    make();
    return deferred_;
  }
  Napi::Value promise() {
    make();
    return Napi::Value(env_, promise_);
  }
  Napi::Value reject(napi_value error) {
    napi_reject_deferred(env_, deferred(), error);
    return promise();
  }
  Napi::Value reject(char const* code, std::string const& message) { return reject(make_error(env_, code, message)); }
  Napi::Value resolve(Napi::Value value) {
    napi_resolve_deferred(env_, deferred(), value);
    return promise();
  }

 private:
  void make() {
    if (promise_ == nullptr) napi_create_promise(env_, &deferred_, &promise_);
  }

  Napi::Env env_;
  napi_deferred deferred_ = nullptr;
  napi_value promise_ = nullptr;
};

inline constexpr char const* no_threads = "No thread could be started. Raise the limit on processes or threads, or use the js backend.";

}  // namespace rowfuse::node
