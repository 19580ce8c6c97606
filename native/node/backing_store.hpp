#pragma once

#include <memory>

#include <node_api.h>

namespace rowfuse::node {

/// A share in the memory of an ArrayBuffer: it stays mapped even where the buffer is transferred away and its new owner
/// is collected while a call reads it. A reference to the JavaScript object keeps the object only. Empty where Node does
/// not export what is needed (Windows).
std::shared_ptr<void> backing_store(napi_value array_buffer);

}  // namespace rowfuse::node
