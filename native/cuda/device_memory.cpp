#include <rowfuse/cuda/device_memory.hpp>

#include <array>
#include <limits>
#include <mutex>

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

namespace {

/// The pool of the current device. A pool of our own, so that other users of the process keep their settings.
cudaError_t current_pool(cudaMemPool_t& pool) {
  constexpr int most_devices = 64;
  static std::mutex mutex;
  static std::array<cudaMemPool_t, most_devices> pools{};
  int device = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  if (device >= most_devices) return cudaDeviceGetDefaultMemPool(&pool, device);

  std::lock_guard const lock(mutex);
  pool = pools[static_cast<std::size_t>(device)];
  if (pool != nullptr) return cudaSuccess;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  error = cudaMemPoolCreate(&pool, &properties);
  if (error != cudaSuccess) return error;
  // Without a threshold the pool would give everything back to the driver at every synchronization.
  std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
  error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  if (error == cudaSuccess) pools[static_cast<std::size_t>(device)] = pool;
  return error;
}

}  // namespace

int allocate(void** data, std::size_t bytes, CUstream_st* stream) {
  cudaMemPool_t pool = nullptr;
  cudaError_t error = current_pool(pool);
  if (error != cudaSuccess) return error;
  error = cudaMallocFromPoolAsync(data, bytes, pool, stream);
  if (error != cudaErrorMemoryAllocation) return error;
  // What other streams have freed comes back only once they got there: wait for it, and give the driver a chance to join
  // what the pool holds in pieces.
  cudaGetLastError();
  error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return error;
  cudaMemPoolTrimTo(pool, 0);
  error = cudaMallocFromPoolAsync(data, bytes, pool, stream);
  if (error != cudaSuccess) cudaGetLastError();  // not sticky: the next call must not meet it
  return error;
}

int release(void* data, CUstream_st* stream) { return cudaFreeAsync(data, stream); }

}  // namespace rowfuse::cuda
