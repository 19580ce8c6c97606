#pragma once

#include <napi.h>

#include "../../engine/api/device_operations.hpp"

namespace rowfuse::node {

// A column on a device as JavaScript holds it: an opaque object with a share in the column. `free_column` gives the share
// back; otherwise the garbage collector does, with the object.

Napi::Value wrap_column(Napi::Env env, cuda::SharedColumn column);

/// The column behind a value; null when it is something else, or was freed.
cuda::SharedColumn unwrap_column(Napi::Env env, Napi::Value value);

void free_column(Napi::Env env, Napi::Value value);

}  // namespace rowfuse::node
