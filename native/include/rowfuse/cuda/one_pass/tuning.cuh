#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// The division of a block and its shared memory in the one-pass kernel. Measured with redact on an H100, 10M rows, per call. 28 warps of 3
/// rows per lane took 203 us, 30 of 3 205, 26 of 3 210, 24 of 4 215, 22 of 4 210, 30 of 2 223.
struct OnePassPolicy {
  /// Warps that evaluate rows; two more fetch tiles and find their places. One block fills a multiprocessor: fewer blocks mean fewer tiles
  /// in flight, and shorter sums that each of them must wait for.
  static constexpr int warps = 28;
  /// The least number of warps, used if more rows fit that way, because the steps of a lane are whole numbers. Measured with strings of 32
  /// bytes, 10M rows: 28 warps of 1 row per lane 447 us, 22 of 2 400.
  static constexpr int least_warps = 20;
  static constexpr int blocks_per_multiprocessor = 1;
  /// Tiles that are fetched ahead, including the current one.
  static constexpr int stages = 2;
  /// Tiles whose text waits for its place, including the current one.
  static constexpr int slots = 2;
  /// The most rows per lane in a tile; fewer if rows are long, so that a tile's text fits.
  static constexpr int max_steps = 3;
};

}  // namespace rowfuse::cuda
