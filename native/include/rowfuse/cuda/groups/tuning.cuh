#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/group_entry.hpp>

namespace rowfuse::cuda {

/// The division of lines, measured on an H200 with 10^9 lines and 10,000 groups (`docs/explanation/measurements.md`).
struct GroupLinesPolicy {
  static constexpr int block_threads = 1024;
  /// Resident blocks per multiprocessor.
  static constexpr int resident_blocks = 1;
  /// The most groups with cells in shared memory: as many as fit.
  static constexpr std::uint32_t most_local_groups = 1u << 30;
  static constexpr GroupRoom first_room{1u << 15, 1u << 20, 16u << 20};
};

/// The division of rows of columns. It has not been tuned yet: this is the policy of lines, whose kernel differs only before the row
/// function.
struct GroupColumnsPolicy : GroupLinesPolicy {};

}  // namespace rowfuse::cuda
