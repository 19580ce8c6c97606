#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// How the fill pass divides rows that come and go.
struct EmitFillPolicy {
  static constexpr int block_threads = 128;
  /// Shared memory of a warp, at most: 48 KB a block, which every device has.
  static constexpr std::int32_t most_staged_bytes = 12 * 1024;
};

}  // namespace rowfuse::cuda
