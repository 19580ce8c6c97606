#include "backing_store.hpp"

#if !defined(_WIN32)

// Node-API has no access to backing stores. V8 has, by a function that Node has exported since version 14 and that needs
// nothing of V8's headers: shared ownership of an incomplete type. Weak, so that the addon loads where it is missing.
namespace v8 {

class BackingStore;

class ArrayBuffer {
 public:
  [[gnu::weak, gnu::visibility("default")]] std::shared_ptr<BackingStore> GetBackingStore();
};

}  // namespace v8

#endif

namespace rowfuse::node {

std::shared_ptr<void> backing_store([[maybe_unused]] napi_value array_buffer) {
#if !defined(_WIN32)
  std::shared_ptr<v8::BackingStore> (v8::ArrayBuffer::*get)() = &v8::ArrayBuffer::GetBackingStore;
  // In Node a napi_value is the address of a handle, which is what V8 takes for `this`.
  if (get != nullptr) return (reinterpret_cast<v8::ArrayBuffer*>(array_buffer)->*get)();
#endif
  return nullptr;
}

}  // namespace rowfuse::node
