#pragma once

namespace rowfuse::cuda {

/// Division of the rows of a map (every column of fixed width). The loads in flight are given in bytes, so that one policy serves narrow
/// and wide columns; AgentMap derives the rows from them.
///
/// Measured on an H100, 10M rows, medians: a membership test among twenty int64 took 34.3 us with these values, 35.0 with 16 bytes per
/// vector and 64 in flight, and 36.9 with 8 in flight. 512 and 1024 threads per block cost 1 to 3 us more. A double mapped to a double took
/// 60.0 us, and 61.5 with 16 and 64 (a copy of the same bytes: 63).
struct MapPolicy {
  static constexpr int block_threads = 256;
  /// Bytes of a vector of neighbouring rows in the widest column: one load or store. With 8 bytes and a widest column of 8 bytes, one vote
  /// of the warp gives one bit per row for 32 rows.
  static constexpr int vector_bytes = 8;
  /// Bytes of input that a thread has in flight over all columns, unless one vector of each column is more. 2048 threads per multiprocessor
  /// then have 64 KB in flight; hiding the memory's latency takes 40.
  static constexpr int bytes_in_flight = 32;
  /// Most rows per thread, whatever the bytes: the kernel holds a copy of the row function for each.
  static constexpr int most_rows = 16;
};

}  // namespace rowfuse::cuda
