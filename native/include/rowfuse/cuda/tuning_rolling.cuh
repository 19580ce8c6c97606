#pragma once

namespace rowfuse::cuda {

/// How reductions of windows divide rows.
struct RollingPolicy {
  /// A thread has the sixteen positions of a node of level 1: a block's tile is 16 times as many rows.
  static constexpr int block_threads = 256;
  /// Blocks that a multiprocessor is to hold at least: the compiler keeps to the registers that this leaves.
  static constexpr int resident_blocks = 1;
  /// Loads of a thread that are in flight at once while a tile is fetched.
  static constexpr int loads_in_flight = 8;
  /// The most nodes of level 1 that the windows may be larger than a tile where each tile fetches all of its windows' elements;
  /// larger windows have their nodes made beforehand. Each tile fetches that many elements over again.
  static constexpr int most_nodes_near = 512;
};

/// How folds divide rows.
struct FoldPolicy {
  static constexpr int block_threads = 256;
  static constexpr int resident_blocks = 1;
  /// Neighbouring rows of a thread, each with a state in registers. Odd: threads then read words of 64 bits from different banks
  /// of shared memory.
  static constexpr int rows_a_thread = 9;
  /// Elements that are staged at once beside those of the block's own rows.
  static constexpr int staged_elements = 4096;
};

}  // namespace rowfuse::cuda
