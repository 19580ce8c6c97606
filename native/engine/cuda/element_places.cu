#include "element_places.hpp"

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

namespace {

constexpr std::int32_t block_threads = 256;

__global__ void __launch_bounds__(block_threads)
    kernel_element_places(std::int32_t const* offsets, std::int32_t* places, std::int64_t entries, std::int32_t shift) {
  std::int64_t const i = std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
  if (i < entries) places[i] = (offsets[i] - offsets[0]) >> shift;
}

}  // namespace

int element_places(std::int32_t const* offsets, std::int32_t* places, std::int64_t length, std::int32_t shift, CUstream_st* stream) {
  std::int64_t const entries = length + 1;
  auto const blocks = static_cast<unsigned>((entries + block_threads - 1) / block_threads);
  kernel_element_places<<<blocks, block_threads, 0, stream>>>(offsets, places, entries, shift);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
