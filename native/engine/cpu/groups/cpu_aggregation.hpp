#pragma once

#include <memory>

#include "../../api/aggregation.hpp"
#include "../cpu_call.hpp"

namespace rowfuse::cpu {

/// Groups in the memory of the host. `entry` must outlive them.
std::unique_ptr<Aggregation> make_aggregation(Entry const& entry, CallOptions options);

}  // namespace rowfuse::cpu
