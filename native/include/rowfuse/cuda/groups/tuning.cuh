#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/group_entry.hpp>

namespace rowfuse::cuda {

/// How lines are divided: measured on an H200 with 10^9 lines and 10,000 groups (`docs/explanation/performance.md`).
struct GroupLinesPolicy {
  static constexpr int block_threads = 1024;
  /// Blocks that a multiprocessor is to hold.
  static constexpr int resident_blocks = 1;
  /// Groups that have cells in shared memory, at most: as many as there is room for.
  static constexpr std::uint32_t most_local_groups = 1u << 30;
  static constexpr GroupRoom first_room{1u << 15, 1u << 20, 16u << 20};
};

/// How rows of columns are. Not swept yet: the policy of lines, whose kernel differs in what comes before the row function alone.
struct GroupColumnsPolicy : GroupLinesPolicy {};

}  // namespace rowfuse::cuda
