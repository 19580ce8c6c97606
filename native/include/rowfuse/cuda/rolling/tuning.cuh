#pragma once

#include <type_traits>

#include <rowfuse/cuda/rolling/shape.cuh>
#include <rowfuse/rolling/reductions.hpp>

namespace rowfuse::cuda {

/// Division of rows for reductions of windows, measured on an H200 with means of 1e8 doubles over windows of 3000 rows (1.08 ms; 1.38 with
/// one resident block, 1.14 with four; 1.38 with 128 threads).
struct RollingPolicy {
  /// Threads of a block. A thread has the sixteen positions of a node of level 1, so a tile has 16 times as many rows.
  static constexpr int block_threads = 256;
  /// Fewest resident blocks per multiprocessor: limits the registers of the kernel.
  static constexpr int resident_blocks = 3;
  /// Loads per thread that are in flight while a tile is fetched.
  static constexpr int loads_in_flight = 8;
  /// The most nodes of level 1 that the windows may be larger than a tile where each tile fetches all of its windows' elements;
  /// larger windows have their nodes made beforehand. Each tile fetches that many elements over again.
  static constexpr int most_nodes_near = 512;
  /// Rows per thread, one after the other, for narrow windows: a few, so that their null counts are added once.
  static constexpr int narrow_rows_a_thread = 8;
};

/// The same of values wider than a double, sixteen of which take more registers (variances as above: 5.4 ms; 7.5 by the policy above).
struct WideRollingPolicy : RollingPolicy {
  static constexpr int block_threads = 128;
  static constexpr int resident_blocks = 4;
};

template <class Transform>
using RollingPolicyOf =
    std::conditional_t<(detail::ReductionBytes<rolling::ReductionsOf<Transform>>::widest_value > 8), WideRollingPolicy, RollingPolicy>;

/// Division of rows for folds, measured as above (19.0 ms; 20.4 with five rows per thread).
struct FoldPolicy {
  static constexpr int block_threads = 128;
  static constexpr int resident_blocks = 1;
  /// Neighbouring rows per thread, each with a state in registers. Odd, so that threads read words of 64 bits from different banks of
  /// shared memory.
  static constexpr int rows_a_thread = 11;
  /// Elements that are staged at once beside those of the block's own rows.
  static constexpr int staged_elements = 4096;
};

}  // namespace rowfuse::cuda
