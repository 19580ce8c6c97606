#pragma once

#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

/// Blocks of 256 threads that must fit a multiprocessor at once. 8 caps a thread at 32 registers, so that all 64 warps
/// are resident: redact over 10M rows on an H100 took 218 us for the fill pass instead of 249 at 40 registers, and 191
/// instead of 199 for the sizes pass. A transform with several text outputs would spill, and gets what it asks for.
template <class Transform>
inline constexpr int min_blocks = text_columns<typename Transform::Output> == 1 ? 8 : 1;

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

}  // namespace rowfuse::cuda
