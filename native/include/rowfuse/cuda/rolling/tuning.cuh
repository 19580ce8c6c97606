#pragma once

#include <type_traits>

#include <rowfuse/cuda/rolling/shape.cuh>
#include <rowfuse/rolling/reductions.hpp>

namespace rowfuse::cuda {

/// The division of rows for reductions of windows. Measured on an H200 with means of 1e8 doubles over windows of 3000 rows (1.08 ms; 1.38
/// with one resident block, 1.14 with four; 1.38 with 128 threads).
struct RollingPolicy {
  /// Threads per block. A thread has the sixteen positions of a node of level 1, so a tile has 16 times as many rows.
  static constexpr int block_threads = 256;
  /// Least resident blocks per multiprocessor, which limits the registers of the kernel.
  static constexpr int resident_blocks = 3;
  /// Loads in flight per thread while a tile is fetched.
  static constexpr int loads_in_flight = 8;
  /// The most nodes of level 1 by which windows may exceed a tile if each tile fetches all of its windows' elements. Each tile fetches that
  /// many elements again. For larger windows the nodes are computed beforehand.
  static constexpr int most_nodes_near = 512;
  /// Rows per thread, one after the other, for narrow windows: a few, so that their null counts are added only once.
  static constexpr int narrow_rows_a_thread = 8;
};

/// The policy for values wider than a double, sixteen of which take more registers (variances as above: 5.4 ms; 7.5 with the policy above).
struct WideRollingPolicy : RollingPolicy {
  static constexpr int block_threads = 128;
  static constexpr int resident_blocks = 4;
};

template <class Transform>
using RollingPolicyOf =
    std::conditional_t<(detail::ReductionBytes<rolling::ReductionsOf<Transform>>::widest_value > 8), WideRollingPolicy, RollingPolicy>;

/// The division of rows for folds, measured as above (19.0 ms; 20.4 with five rows per thread).
struct FoldPolicy {
  static constexpr int block_threads = 128;
  static constexpr int resident_blocks = 1;
  /// Neighbouring rows per thread, each with a state in registers. Odd, so that threads read 64-bit words from different banks of shared
  /// memory.
  static constexpr int rows_a_thread = 11;
  /// Elements that are staged at once, besides those of the block's own rows.
  static constexpr int staged_elements = 4096;
};

}  // namespace rowfuse::cuda
