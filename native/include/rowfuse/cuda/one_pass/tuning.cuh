#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// How the one-pass kernel divides a block and its shared memory. Measured with redact on an H100, 10M rows, a call: 28 warps
/// of 3 rows a lane 203 us, 30 of 3 205, 26 of 3 210, 24 of 4 215, 22 of 4 210, 30 of 2 223.
struct OnePassPolicy {
  /// Warps that evaluate rows; two more fetch tiles and find their places. One block fills a multiprocessor: the fewer
  /// blocks, the fewer tiles in flight, and the shorter the sums that each must wait for.
  static constexpr int warps = 28;
  /// Fewer, down to this, where more rows fit so: steps of a lane are whole ones. Measured with strings of 32 bytes, 10M rows: 28
  /// warps of 1 row a lane 447 us, 22 of 2 400.
  static constexpr int least_warps = 20;
  static constexpr int blocks_per_multiprocessor = 1;
  /// Tiles that are fetched ahead, the present one included.
  static constexpr int stages = 2;
  /// Tiles whose text waits for its place, the present one included.
  static constexpr int slots = 2;
  /// Rows of a lane in a tile, at most; fewer where rows are long, so that a tile's text fits.
  static constexpr int max_steps = 3;
};

}  // namespace rowfuse::cuda
