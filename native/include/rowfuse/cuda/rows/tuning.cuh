#pragma once

#include <cstdint>

// No cap on registers: with 32 a thread (all 64 warps resident) redact over 10M rows on an H100 took 450 us instead of
// 492, but displayName and maskEmail spill over a kilobyte a thread.
namespace rowfuse::cuda {

/// How the sizes pass divides rows.
struct SizesPolicy {
  /// Threads of a block; a warp takes 32 rows that lie next to each other.
  static constexpr int block_threads = 256;
  /// Rows of a thread, a block's width apart. More rows mean fewer atomic additions to the totals.
  static constexpr int rows_per_thread = 4;
};

/// How the fill pass divides rows.
struct FillPolicy {
  static constexpr int block_threads = 256;
  static constexpr int rows_per_thread = 1;
  /// Shared memory for a block's text, divided by the output columns: rows write there, and the block writes out in
  /// 16-byte pieces. Where a block's text is longer, its rows write straight to their destination.
  static constexpr int staged_bytes = 8192;
};

/// How the rows of long text are divided: a warp a row.
struct LongRowsPolicy {
  static constexpr int block_threads = 128;
  /// More than one device has resident; where rows are few, blocks without one end at once.
  static constexpr std::int64_t most_blocks = 2048;
};

}  // namespace rowfuse::cuda
