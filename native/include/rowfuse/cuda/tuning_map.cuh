#pragma once

namespace rowfuse::cuda {

/// How a map (every column of fixed width) divides rows. What a thread has in flight is given in bytes, so that the same
/// policy serves narrow columns and wide ones: see AgentMap for the rows that follow from it.
struct MapPolicy {
  static constexpr int block_threads = 256;
  /// A thread's neighbouring rows are those of so many bytes of the widest column: one load or store each.
  static constexpr int vector_bytes = 16;
  /// Bytes of input that a thread has in flight, over all columns, where one vector of each is not more already. 2048
  /// threads a multiprocessor then have 128 KB, far more than the 40 KB that its share of the memory needs.
  static constexpr int bytes_in_flight = 64;
  /// Rows of a thread at most, whatever the bytes: each is a copy of the row function in the kernel.
  static constexpr int most_rows = 16;
};

}  // namespace rowfuse::cuda
