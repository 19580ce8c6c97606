#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include <node_api.h>

namespace rowfuse::node {

/// True if the process is Node, whose Node-API handles are V8's handles. Bun exports symbols with V8's names over another engine, and Deno
/// has handles of its own. There the functions below do without V8. Set when the addon is loaded.
inline std::atomic<bool> has_v8_handles{false};

/// Returns a share in the memory of an ArrayBuffer. The memory stays mapped even if the buffer is transferred and its new owner is
/// collected while a call reads it; a reference to the JavaScript object only keeps the object. Empty if V8's functions are missing
/// (Windows), and outside Node.
std::shared_ptr<void> backing_store(napi_value array_buffer);

/// True if `adopt` works here. It does not if V8's functions are missing, outside Node, or if V8 keeps all buffers in a sandbox (Electron).
bool can_adopt(napi_env env);

/// Returns an ArrayBuffer over memory of our own, which `free(data, size, hint)` frees on any thread, at any later time. Unlike Node-API's
/// external buffers it can be transferred to other threads. JavaScript thread only.
napi_value adopt(void* data, std::size_t size, void (*free)(void* data, std::size_t size, void* hint), void* hint);

}  // namespace rowfuse::node
