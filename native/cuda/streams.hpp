#pragma once

#include <cuda_runtime_api.h>

#include <rowfuse/cuda/two_pass.hpp>

namespace rowfuse::cuda {

/// A stream of our own with what belongs to it. Streams are reused; a call holds one from its first pass to its end.
struct Lane {
  cudaStream_t stream = nullptr;
  Workspace workspace;
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
};

/// Takes a free lane or makes one. On failure null, with the error in `error`.
Lane* take_lane(cudaError_t& error);
void give_back_lane(Lane* lane);

}  // namespace rowfuse::cuda
