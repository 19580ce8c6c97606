#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>

namespace rowfuse::cuda {

/// The words by which the blocks of a launch tell each other the bytes of their tiles: one word per tile and text column.
///
/// A tile's place is the sum of all tiles before it. Blocks take tiles by ticket, so every earlier tile was taken before, by a block that
/// is running, and waiting for it ends. Each block adds up all tiles since its own last one. No block waits for a sum that another block
/// must compute first, as in a chain of prefixes (Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016).
struct TileChain {
  std::uint64_t* words;  ///< by text column, then tile: epoch << 32 | bytes
  std::uint32_t epoch;   ///< of this launch, so that words of earlier launches need no clearing
  std::uint32_t tiles;

  __device__ void publish(int column, std::uint32_t tile, std::uint32_t bytes) const {
    std::uint64_t const word = static_cast<std::uint64_t>(epoch) << 32 | bytes;
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(place(column, tile)), "l"(word) : "memory");
  }

  /// Returns the bytes of the tiles [from, to) as soon as all of them are known. Called by all lanes of a warp, which get the same result.
  __device__ std::uint64_t collect(int column, std::uint32_t from, std::uint32_t to) const {
    constexpr int batch = 8;  // loads in flight together
    std::uint64_t sum = 0;
    for (std::uint32_t tile = from + (threadIdx.x & 31); tile < to; tile += batch * 32) {
      std::uint64_t words[batch];
#pragma unroll
      for (int i = 0; i < batch; ++i) words[i] = tile + i * 32 < to ? peek(column, tile + i * 32) : 0;
#pragma unroll
      for (int i = 0; i < batch; ++i) {
        if (tile + i * 32 >= to) continue;
        while (static_cast<std::uint32_t>(words[i] >> 32) != epoch) words[i] = peek(column, tile + i * 32);
        sum += static_cast<std::uint32_t>(words[i]);
      }
    }
    __syncwarp();
    return warp_sum(sum);
  }

 private:
  __device__ std::uint64_t* place(int column, std::uint32_t tile) const { return words + static_cast<std::size_t>(column) * tiles + tile; }

  __device__ std::uint64_t peek(int column, std::uint32_t tile) const {
    std::uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(place(column, tile)) : "memory");
    return word;
  }
};

}  // namespace rowfuse::cuda
