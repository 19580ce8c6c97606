/// The functions of CUDA's runtime that the host code of groups calls, over the host's memory, for programs that run device code by
/// block_emulation.hpp. Every function is complete when it returns, which is a valid order for every stream.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

using cudaError_t = int;
inline constexpr cudaError_t cudaSuccess = 0;
struct CUstream_st;
using cudaStream_t = CUstream_st*;

enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount, cudaDevAttrMaxSharedMemoryPerBlockOptin };

/// A small device: few blocks, and shared memory for some of the groups only.
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int) {
  *value = attribute == cudaDevAttrMultiProcessorCount ? 3 : 16 << 10;
  return cudaSuccess;
}
inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
inline char const* cudaGetErrorString(cudaError_t) { return "an error of the emulated runtime"; }

template <class Item>
cudaError_t cudaMalloc(Item** data, std::size_t bytes) {
  *data = static_cast<Item*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  return *data == nullptr ? 2 : cudaSuccess;
}
inline cudaError_t cudaFree(void* data) {
  std::free(data);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, void const* from, std::size_t bytes, cudaMemcpyKind) {
  if (bytes != 0) std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaMemset(void* data, int value, std::size_t bytes) {
  if (bytes != 0) std::memset(data, value, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes, cudaStream_t) { return cudaMemset(data, value, bytes); }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
