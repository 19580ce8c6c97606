#pragma once

#include <memory>

#include <napi.h>

namespace rowfuse::node {

/// Makes an object for JavaScript, which shares ownership. `tag` distinguishes the objects of one class from any other wrapped one, whose
/// pointer must not be followed.
template <class T>
Napi::Value wrap_shared(Napi::Env env, std::shared_ptr<T> const& value, napi_type_tag const& tag) {
  Napi::Object const object = Napi::Object::New(env);
  if (napi_type_tag_object(env, object, &tag) != napi_ok) return env.Undefined();
  auto* const shared = new std::shared_ptr<T>(value);
  auto const status =
      napi_wrap(env, object, shared, [](napi_env, void* data, void*) { delete static_cast<std::shared_ptr<T>*>(data); }, nullptr, nullptr);
  if (status != napi_ok) {
    delete shared;
    return env.Undefined();
  }
  return object;
}

/// Returns the value that such an object shares, or null if `value` is something else.
template <class T>
std::shared_ptr<T> unwrap_shared(Napi::Env env, Napi::Value value, napi_type_tag const& tag) {
  bool ours = false;
  void* data = nullptr;
  if (!value.IsObject() || napi_check_object_type_tag(env, value, &tag, &ours) != napi_ok || !ours) return nullptr;
  if (napi_unwrap(env, value, &data) != napi_ok) return nullptr;
  return *static_cast<std::shared_ptr<T>*>(data);
}

}  // namespace rowfuse::node
