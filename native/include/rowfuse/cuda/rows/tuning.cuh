#pragma once

#include <cstdint>

// No cap on registers. With 32 per thread (all 64 warps resident) redact over 10M rows on an H100 took 450 us instead of 492, but
// displayName and maskEmail spill over a kilobyte per thread.
namespace rowfuse::cuda {

/// Division of rows in the sizes pass.
struct SizesPolicy {
  /// Threads of a block; a warp takes 32 neighbouring rows.
  static constexpr int block_threads = 256;
  /// Rows per thread, a block's width apart. More rows mean fewer atomic additions to the totals.
  static constexpr int rows_per_thread = 4;
};

/// Division of rows in the fill pass.
struct FillPolicy {
  static constexpr int block_threads = 256;
  static constexpr int rows_per_thread = 1;
  /// Shared memory for a block's text, divided among the output columns: rows write there, and the block writes out 16-byte pieces. If the
  /// text of a block is longer, its rows write directly to their destination. A block takes what rows of the mean size need.
  static constexpr int least_staged = 8192;
  /// With the tables of patterns, at most 8 KB, it is less than the 48 KB that every device has.
  static constexpr int most_staged = 36864;
};

/// Division of the rows of long text: one warp per row.
struct LongRowsPolicy {
  static constexpr int block_threads = 128;
  /// More blocks than any device can hold resident; blocks without a row end at once.
  static constexpr std::int64_t most_blocks = 2048;
};

}  // namespace rowfuse::cuda
