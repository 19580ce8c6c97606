#pragma once

#include <cuda_runtime_api.h>

#include <rowfuse/cuda/host/two_pass.hpp>

namespace rowfuse::cuda {

/// A stream and the state that belongs to it. Streams are reused and never destroyed, because memory is freed in their order.
struct Lane {
  int device = 0;
  cudaStream_t stream = nullptr;
  Workspace workspace;
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
};

/// Takes a free lane of a device or makes one, and makes the device this thread's current one. On failure returns null, with the error in
/// `error`.
Lane* take_lane(int device, cudaError_t& error);
void give_back_lane(Lane* lane);

}  // namespace rowfuse::cuda
