#pragma once

#include <cstddef>
#include <memory>

#include <node_api.h>

namespace rowfuse::node {

/// A share in the memory of an ArrayBuffer: it stays mapped even where the buffer is transferred away and its new owner
/// is collected while a call reads it. A reference to the JavaScript object keeps the object only. Empty where Node does
/// not export what is needed (Windows).
std::shared_ptr<void> backing_store(napi_value array_buffer);

/// Whether `adopt` works here: not where Node does not export what is needed, nor where V8 keeps all buffers in a sandbox
/// (Electron).
bool can_adopt(napi_env env);

/// An ArrayBuffer over memory of our own, which `free(data, size, hint)` gives back on any thread, at any time from now on.
/// Unlike Node-API's external buffers it can be transferred to other threads. JavaScript thread only.
napi_value adopt(void* data, std::size_t size, void (*free)(void* data, std::size_t size, void* hint), void* hint);

}  // namespace rowfuse::node
