#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

/// The two directions between JavaScript's pageable memory and the device, in stream order: the only places that would
/// change when pinned staging takes over.
inline cudaError_t upload(void* device, void const* host, std::int64_t bytes, cudaStream_t stream) {
  return bytes == 0 ? cudaSuccess
                    : cudaMemcpyAsync(device, host, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice, stream);
}

inline cudaError_t download(void* host, void const* device, std::int64_t bytes, cudaStream_t stream) {
  return bytes == 0 ? cudaSuccess
                    : cudaMemcpyAsync(host, device, static_cast<std::size_t>(bytes), cudaMemcpyDeviceToHost, stream);
}

}  // namespace rowfuse::cuda
