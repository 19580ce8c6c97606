#pragma once

namespace rowfuse::cuda {

/// How transforms that build strings are launched: as many blocks as there is scratch memory for, each of which goes over
/// the rows in strides.
struct ArenaPolicy {
  static constexpr int block_threads = 128;
  static constexpr int block_warps = block_threads / 32;
};

}  // namespace rowfuse::cuda
