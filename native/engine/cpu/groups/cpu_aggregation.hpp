#pragma once

#include <memory>

#include "../../api/aggregation.hpp"
#include "../cpu_call.hpp"

namespace rowfuse::cpu {

/// Returns an aggregation in host memory. `entry` must outlive it.
std::unique_ptr<Aggregation> make_aggregation(Entry const& entry, CallOptions options);

}  // namespace rowfuse::cpu
