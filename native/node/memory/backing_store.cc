#include "backing_store.hpp"

#include <new>
#include <utility>

#if !defined(_WIN32)

// Node-API has no access to backing stores, but V8 has, through functions that Node has exported since version 14. They need none of V8's
// headers: ownership of an incomplete type, and plain pointers. They are weak, so that the addon loads where they are missing.
// NOLINTBEGIN(misc-use-internal-linkage, misc-new-delete-overloads, cert-dcl54-cpp): these are V8's, as its headers declare them.
namespace v8 {

class Isolate {
 public:
  [[gnu::weak, gnu::visibility("default")]] static Isolate* GetCurrent();
};

class BackingStore {
 public:
  [[gnu::weak, gnu::visibility("default")]] ~BackingStore();
  void operator delete(void* store) { ::operator delete(store); }
};

/// The address of a handle.
template <class T>
class Local {
 public:
  T* handle;
};

class ArrayBuffer {
 public:
  [[gnu::weak, gnu::visibility("default")]] std::shared_ptr<BackingStore> GetBackingStore();
  [[gnu::weak, gnu::visibility("default")]] static std::unique_ptr<BackingStore> NewBackingStore(void* data, std::size_t size,
                                                                                                 void (*deleter)(void*, std::size_t, void*),
                                                                                                 void* hint);
  [[gnu::weak, gnu::visibility("default")]] static Local<ArrayBuffer> New(Isolate* isolate, std::shared_ptr<BackingStore> store);
};

}  // namespace v8
// NOLINTEND(misc-use-internal-linkage, misc-new-delete-overloads, cert-dcl54-cpp)

#endif

namespace rowfuse::node {

std::shared_ptr<void> backing_store([[maybe_unused]] napi_value array_buffer) {
#if !defined(_WIN32)
  std::shared_ptr<v8::BackingStore> (v8::ArrayBuffer::* const get)() = &v8::ArrayBuffer::GetBackingStore;
  // In Node a napi_value is the address of a handle, which V8 takes for `this`.
  if (has_v8_handles && get != nullptr) return (reinterpret_cast<v8::ArrayBuffer*>(array_buffer)->*get)();
#endif
  return nullptr;
}

bool can_adopt([[maybe_unused]] napi_env env) {
#if defined(_WIN32)
  return false;
#else
  bool (*const exported)() = [] {
    auto const make = static_cast<v8::Local<v8::ArrayBuffer> (*)(v8::Isolate*, std::shared_ptr<v8::BackingStore>)>(&v8::ArrayBuffer::New);
    return &v8::Isolate::GetCurrent != nullptr && &v8::ArrayBuffer::NewBackingStore != nullptr && make != nullptr;
  };
  if (!has_v8_handles || !exported()) return false;
  // Only Node-API knows if external memory is allowed, and trying is the only way to find out.
  static char byte = 0;
  napi_value buffer = nullptr;
  auto const nothing = [](napi_env, void*, void*) {};
  return napi_create_external_arraybuffer(env, &byte, 1, nothing, nullptr, &buffer) == napi_ok;
#endif
}

napi_value adopt([[maybe_unused]] void* data, [[maybe_unused]] std::size_t size,
                 [[maybe_unused]] void (*free)(void* data, std::size_t size, void* hint), [[maybe_unused]] void* hint) {
#if defined(_WIN32)
  return nullptr;
#else
  std::shared_ptr<v8::BackingStore> store = v8::ArrayBuffer::NewBackingStore(data, size, free, hint);
  return reinterpret_cast<napi_value>(v8::ArrayBuffer::New(v8::Isolate::GetCurrent(), std::move(store)).handle);
#endif
}

}  // namespace rowfuse::node
