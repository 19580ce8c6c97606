#pragma once

namespace rowfuse::cuda {

/// How a map (every column of fixed width) divides rows. What a thread has in flight is given in bytes, so that the same
/// policy serves narrow columns and wide ones: see AgentMap for the rows that follow from it.
///
/// Measured on an H100, 10M rows, medians: a test for membership of twenty int64 took 34.3 us with these, 35.0 with 16 bytes a
/// vector and 64 in flight, 36.9 with 8 in flight; 512 and 1024 threads a block cost 1 to 3 us more. A double mapped to a
/// double: 60.0 us, and 61.5 with 16 and 64 (a copy of the same bytes: 63).
struct MapPolicy {
  static constexpr int block_threads = 256;
  /// A thread's neighbouring rows are those of so many bytes of the widest column: one load or store each. With 8, a bit of
  /// each of 32 rows is one vote of the warp where the widest column has 8 bytes.
  static constexpr int vector_bytes = 8;
  /// Bytes of input that a thread has in flight, over all columns, where one vector of each is not more already. 2048
  /// threads a multiprocessor then have 64 KB; its share of the memory's latency needs 40.
  static constexpr int bytes_in_flight = 32;
  /// Rows of a thread at most, whatever the bytes: each is a copy of the row function in the kernel.
  static constexpr int most_rows = 16;
};

}  // namespace rowfuse::cuda
