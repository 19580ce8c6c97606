#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/warp/bytes.cuh>

namespace rowfuse::cuda {

/// Returns the sum of non-negative values below 2^43 over the lanes of a warp.
__device__ inline std::uint64_t warp_sum(std::uint64_t value) {
#if __CUDA_ARCH__ >= 800
  // Two 32-bit reductions in hardware. 32 values of 16 bits cannot overflow the first, and 32 values of 27 bits cannot overflow the second.
  auto const low = __reduce_add_sync(full_warp, static_cast<unsigned>(value & 0xFFFF));
  auto const high = __reduce_add_sync(full_warp, static_cast<unsigned>(value >> 16 & 0x7FFFFFF));
  return (static_cast<std::uint64_t>(high) << 16) + low;
#else
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(full_warp, value, distance);
  return value;
#endif
}

/// Adds a block's counts, one per output column, to the report, with one atomic operation per block and column.
template <int columns, int block_threads>
struct BlockReport {
  static constexpr int warps = block_threads / 32;

  std::uint64_t counts[columns > 0 ? columns : 1] = {};  // the warp's; equal on all lanes

  /// Adds the counts. Called by all threads of the block, once.
  __device__ void flush(std::uint64_t* report) {
    __shared__ std::uint64_t shared[columns > 0 ? columns : 1][warps];
    auto const thread = static_cast<int>(threadIdx.x);
    if ((thread & 31) == 0) {
#pragma unroll
      for (int column = 0; column < columns; ++column) shared[column][thread >> 5] = counts[column];
    }
    __syncthreads();
    if (thread >= columns) return;
    std::uint64_t sum = 0;
    for (int warp = 0; warp < warps; ++warp) sum += shared[thread][warp];
    if (sum != 0) atomicAdd(reinterpret_cast<unsigned long long*>(report + column_words + thread), sum);
  }
};

__device__ inline void report_fault(std::uint64_t* report, std::int64_t row, RowFault fault) {
  atomicMax(reinterpret_cast<unsigned long long*>(report + fault_word), pack_fault(row, fault));
}

}  // namespace rowfuse::cuda
