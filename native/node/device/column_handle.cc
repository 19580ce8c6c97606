#include "column_handle.hpp"

#include <utility>

namespace rowfuse::node {

namespace {

// Distinguishes our objects from any other wrapped one, whose pointer must not be followed.
constexpr napi_type_tag column_tag = {0x5b7d9a04c1e64f3a, 0x8f02d6e1937b4ca5};

struct Share {
  cuda::SharedColumn column;
  std::int64_t bytes = 0;
};

/// Tells the garbage collector about device memory, because it sees only a small object although gigabytes may depend on it. It is told a
/// fraction: told the whole size it would run at every call, because it runs whenever external memory has grown by some dozen megabytes.
void adjust_memory(napi_env env, std::int64_t bytes) {
  constexpr std::int64_t share_told = 16;
  std::int64_t total = 0;
  napi_adjust_external_memory(env, bytes / share_told, &total);
}

Share* share_of(Napi::Env env, Napi::Value value) {
  bool ours = false;
  void* data = nullptr;
  if (!value.IsObject() || napi_check_object_type_tag(env, value, &column_tag, &ours) != napi_ok || !ours) {
    return nullptr;
  }
  return napi_unwrap(env, value, &data) == napi_ok ? static_cast<Share*>(data) : nullptr;
}

void let_go(napi_env env, Share& share) {
  adjust_memory(env, -std::exchange(share.bytes, 0));
  share.column.reset();
}

}  // namespace

Napi::Value wrap_column(Napi::Env env, cuda::SharedColumn column) {
  Napi::Object const object = Napi::Object::New(env);
  if (napi_type_tag_object(env, object, &column_tag) != napi_ok) return env.Undefined();
  std::int64_t const bytes = cuda::describe(*column).device_bytes;
  auto* const share = new Share{std::move(column), bytes};
  auto const finalize = [](napi_env finalizing, void* data, void*) {
    auto* const last = static_cast<Share*>(data);
    let_go(finalizing, *last);
    delete last;
  };
  if (napi_wrap(env, object, share, finalize, nullptr, nullptr) != napi_ok) {
    delete share;
    return env.Undefined();
  }
  adjust_memory(env, bytes);
  return object;
}

cuda::SharedColumn unwrap_column(Napi::Env env, Napi::Value value) {
  Share const* const share = share_of(env, value);
  return share == nullptr ? nullptr : share->column;
}

void free_column(Napi::Env env, Napi::Value value) {
  if (Share* const share = share_of(env, value)) let_go(env, *share);
}

}  // namespace rowfuse::node
