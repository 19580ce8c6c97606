#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// How lines are divided: measured on an H200 with 10^9 lines and 10,000 groups (`docs/performance.md`).
struct GroupLinesPolicy {
  static constexpr int block_threads = 1024;
  /// Blocks that a multiprocessor is to hold.
  static constexpr int resident_blocks = 1;
  /// Pieces of 16 bytes that a lane has of a window: of each 512 bytes.
  static constexpr int pieces = 1;
  /// Groups that have cells in shared memory, at most: as many as there is room for.
  static constexpr std::uint32_t most_local_groups = 1u << 30;
};

}  // namespace rowfuse::cuda
