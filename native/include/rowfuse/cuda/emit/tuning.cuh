#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// Division of rows in the fill pass of filters and expansions.
struct EmitFillPolicy {
  static constexpr int block_threads = 128;
  /// Most shared memory of a warp: 48 KB per block, which every device has.
  static constexpr std::int32_t most_staged_bytes = 12 * 1024;
};

}  // namespace rowfuse::cuda
