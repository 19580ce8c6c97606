#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// Returns the sum over this lane and those before it. All lanes of the warp call it.
__device__ __forceinline__ std::uint32_t inclusive_sum(std::uint32_t value) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    // The predicate of the shuffle is true if there is such a lane: one addition instead of a comparison and a selection.
    asm volatile(
        "{ .reg .b32 other; .reg .pred exists; shfl.sync.up.b32 other|exists, %0, %1, 0, 0xFFFFFFFF;"
        " @exists add.u32 %0, %0, other; }"
        : "+r"(value)
        : "r"(distance));
  }
  return value;
}

}  // namespace rowfuse::cuda
