#pragma once

namespace rowfuse::cuda {

/// Division of the rows of transforms that build strings: as many blocks as have scratch memory, each of which strides over the rows.
struct ArenaPolicy {
  static constexpr int block_threads = 128;
  static constexpr int block_warps = block_threads / 32;
};

}  // namespace rowfuse::cuda
