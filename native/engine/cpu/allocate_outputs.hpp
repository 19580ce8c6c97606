#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>

#include "../api/call.hpp"

namespace rowfuse::cpu {

/// Returns columns of `length` rows whose memory is in `result`, and counts in its share. Only text has none yet, because its size is
/// unknown. Returns no columns if there is no memory.
std::vector<arrow::OutputColumn> allocate_outputs(arrow::Layout const& layout, std::int64_t length, CallResult& result);

}  // namespace rowfuse::cpu
