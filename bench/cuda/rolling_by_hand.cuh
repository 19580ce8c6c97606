/// Moving averages by hand: what CUDA and Python programmers write for this one function. The first three have the shape of the kernels
/// of a well-known Numba tutorial: one thread per window, a tile in shared memory, a tile with several outputs per thread. The last is
/// CuPy's difference of running totals. A window with too few rows gives NaN.
#pragma once

#include "cuda_check.cuh"
//
#include <cmath>
#include <cstdint>

#include <cub/device/device_scan.cuh>

namespace bench {

/// One thread per window, with every element from global memory.
__global__ void __launch_bounds__(256) moving_mean_naive(double const* x, double* out, std::int32_t rows, std::int32_t window) {
  auto const row = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows) return;
  if (row < window - 1) {
    out[row] = NAN;
    return;
  }
  double sum = 0;
  for (std::int32_t i = row - window + 1; i <= row; ++i) sum += x[i];
  out[row] = sum / window;
}

/// One thread per window, from shared memory into which the block has copied all elements of its windows.
__global__ void __launch_bounds__(256) moving_mean_shared(double const* x, double* out, std::int32_t rows, std::int32_t window) {
  extern __shared__ double tile[];
  auto const first = static_cast<std::int32_t>(blockIdx.x * blockDim.x);
  auto const threads = static_cast<std::int32_t>(blockDim.x);
  auto const thread = static_cast<std::int32_t>(threadIdx.x);
  for (std::int32_t i = thread; i < threads + window - 1; i += threads) {
    std::int32_t const row = first - window + 1 + i;
    tile[i] = row >= 0 && row < rows ? x[row] : 0;
  }
  __syncthreads();
  std::int32_t const row = first + thread;
  if (row >= rows) return;
  if (row < window - 1) {
    out[row] = NAN;
    return;
  }
  double sum = 0;
  for (std::int32_t i = 0; i < window; ++i) sum += tile[thread + i];
  out[row] = sum / window;
}

/// Several neighbouring outputs per thread: a loaded element is added to all whose window has it. The number is odd, because with eight
/// the threads of a warp would read from two banks of shared memory (73 ms instead of about what the additions take).
template <int outputs>
__global__ void __launch_bounds__(128) moving_mean_tiled(double const* x, double* out, std::int32_t rows, std::int32_t window) {
  extern __shared__ double tile[];
  std::int32_t const span = 128 * outputs;
  std::int32_t const first = static_cast<std::int32_t>(blockIdx.x) * span;
  auto const thread = static_cast<std::int32_t>(threadIdx.x);
  for (std::int32_t i = thread; i < span + window - 1; i += 128) {
    std::int32_t const row = first - window + 1 + i;
    tile[i] = row >= 0 && row < rows ? x[row] : 0;
  }
  __syncthreads();
  double const* const mine = tile + thread * outputs;
  double sums[outputs] = {};
#pragma unroll
  for (int i = 0; i < outputs - 1; ++i) {
#pragma unroll
    for (int k = 0; k <= i; ++k) {
      if (i - k < window) sums[k] += mine[i];
    }
  }
#pragma unroll 4
  for (std::int32_t i = outputs - 1; i < window; ++i) {
#pragma unroll
    for (int k = 0; k < outputs; ++k) sums[k] += mine[i];
  }
#pragma unroll
  for (int i = 0; i < outputs - 1; ++i) {
    std::int32_t const at = (window > outputs - 1 ? window : outputs - 1) + i;
#pragma unroll
    for (int k = 0; k < outputs; ++k) {
      if (at - k < window && at < window + outputs - 1) sums[k] += mine[at];
    }
  }
#pragma unroll
  for (int k = 0; k < outputs; ++k) {
    std::int32_t const row = first + thread * outputs + k;
    if (row < rows) out[row] = row < window - 1 ? NAN : sums[k] / window;
  }
}

__global__ void __launch_bounds__(256) difference_of_totals(double const* totals, double* out, std::int32_t rows, std::int32_t window) {
  auto const row = static_cast<std::int32_t>(blockIdx.x * blockDim.x + threadIdx.x);
  if (row >= rows) return;
  out[row] = row < window - 1 ? NAN : (totals[row] - (row >= window ? totals[row - window] : 0)) / window;
}

/// Running totals by cub, then a difference. `temporary` has `temporary_bytes` bytes, which `moving_mean_by_totals_bytes` returns.
inline std::size_t moving_mean_by_totals_bytes(std::int32_t rows) {
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, static_cast<double const*>(nullptr), static_cast<double*>(nullptr), rows));
  return bytes;
}
inline void moving_mean_by_totals(double const* x, double* totals, double* out, std::int32_t rows, std::int32_t window, void* temporary,
                                  std::size_t temporary_bytes, cudaStream_t stream) {
  CUDA_CHECK(cub::DeviceScan::InclusiveSum(temporary, temporary_bytes, x, totals, rows, stream));
  difference_of_totals<<<static_cast<unsigned>((rows + 255) / 256), 256, 0, stream>>>(totals, out, rows, window);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace bench
