#pragma once

#include "cuda_check.cuh"
//
#include <cstdint>

namespace bench {

/// A stream whose pool keeps freed memory, so that no run after the first asks the driver for any.
inline cudaStream_t pooled_stream() {
  cudaMemPool_t pool = nullptr;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
  std::uint64_t threshold = ~std::uint64_t{0};
  CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}

}  // namespace bench
