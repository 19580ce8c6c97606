#pragma once

#include <napi.h>

namespace rowfuse::node {

/// Returns the exports for device tables, as one object; `runtime/backend/addon.ts` describes them.
Napi::Object device_exports(Napi::Env env);

}  // namespace rowfuse::node
