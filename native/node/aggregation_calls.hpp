#pragma once

#include <napi.h>

namespace rowfuse::node {

/// Adds the calls of aggregations to the addon's exports.
void export_aggregations(Napi::Env env, Napi::Object exports);

}  // namespace rowfuse::node
