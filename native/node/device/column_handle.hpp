#pragma once

#include <napi.h>

#include "../../engine/api/device_operations.hpp"

namespace rowfuse::node {

// Wraps a column on a device for JavaScript: an opaque object with a share in the column. `free_column` releases the share; otherwise the
// garbage collector does, with the object.

Napi::Value wrap_column(Napi::Env env, cuda::SharedColumn column);

/// Returns the column behind a value; null if it is something else or was freed.
cuda::SharedColumn unwrap_column(Napi::Env env, Napi::Value value);

void free_column(Napi::Env env, Napi::Value value);

}  // namespace rowfuse::node
