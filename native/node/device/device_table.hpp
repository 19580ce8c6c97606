#pragma once

#include <napi.h>

namespace rowfuse::node {

/// The exports that device tables are made of, as one object; `runtime/backend/addon.ts` describes them.
Napi::Object device_exports(Napi::Env env);

}  // namespace rowfuse::node
