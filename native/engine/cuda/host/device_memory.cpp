#include <rowfuse/cuda/host/device_memory.hpp>

#include <array>
#include <atomic>
#include <limits>
#include <mutex>

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

namespace {

/// Returns the pool of the current device. It is a pool of our own, so that other users of the process keep their settings.
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
  // Without a threshold the pool would return all free memory to the driver at every synchronization.
  std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
  error = cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  if (error == cudaSuccess) pools[static_cast<std::size_t>(device)] = pool;
  return error;
}

std::array<std::atomic<std::int64_t>, 3> held{};  // by MemoryUse
std::atomic<std::int64_t> limit{0};

std::atomic<std::int64_t>& held_for(MemoryUse use) { return held[static_cast<std::size_t>(use)]; }

/// Counts `bytes` in, unless that would pass the limit. The lock keeps two threads from passing it together.
bool account_in(std::int64_t bytes, MemoryUse use) {
  static std::mutex mutex;
  std::lock_guard const lock(mutex);
  std::int64_t const most = limit.load(std::memory_order_relaxed);
  if (most > 0 && memory_held().total() + bytes > most) return false;
  held_for(use).fetch_add(bytes, std::memory_order_relaxed);
  return true;
}

cudaError_t allocate_from_pool(void** data, std::size_t bytes, CUstream_st* stream) {
  cudaMemPool_t pool = nullptr;
  cudaError_t error = current_pool(pool);
  if (error != cudaSuccess) return error;
  error = cudaMallocFromPoolAsync(data, bytes, pool, stream);
  if (error != cudaErrorMemoryAllocation) return error;
  // Memory that other streams have freed returns only once they reach that point. So wait for them, and let the driver join the fragments
  // of the pool.
  cudaGetLastError();
  error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return error;
  cudaMemPoolTrimTo(pool, 0);
  error = cudaMallocFromPoolAsync(data, bytes, pool, stream);
  if (error != cudaSuccess) cudaGetLastError();  // clears the error, so that the next call does not return it
  return error;
}

}  // namespace

MemoryHeld memory_held() {
  auto const of = [](MemoryUse use) { return held_for(use).load(std::memory_order_relaxed); };
  return {of(MemoryUse::scratch), of(MemoryUse::call), of(MemoryUse::table)};
}

void set_memory_limit(std::int64_t bytes) { limit.store(bytes, std::memory_order_relaxed); }
std::int64_t memory_limit() { return limit.load(std::memory_order_relaxed); }

int allocate(void** data, std::size_t bytes, MemoryUse use, CUstream_st* stream) {
  auto const size = static_cast<std::int64_t>(bytes);
  if (!account_in(size, use)) return over_memory_limit;
  if (cudaError_t const error = allocate_from_pool(data, bytes, stream)) {
    held_for(use).fetch_sub(size, std::memory_order_relaxed);
    return error;
  }
#if defined(ROWFUSE_INITCHECK)
  // Kernels read whole pieces, the last of which may extend past a column's end. compute-sanitizer's initcheck needs those bytes
  // initialized.
  return cudaMemsetAsync(static_cast<char*>(*data) + bytes - 16, 0, 16, stream);
#else
  return cudaSuccess;
#endif
}

int release(void* data, std::size_t bytes, MemoryUse use, CUstream_st* stream) {
  held_for(use).fetch_sub(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  return cudaFreeAsync(data, stream);
}

void account_for(std::size_t bytes, MemoryUse from, MemoryUse to) {
  auto const size = static_cast<std::int64_t>(bytes);
  held_for(to).fetch_add(size, std::memory_order_relaxed);
  held_for(from).fetch_sub(size, std::memory_order_relaxed);
}

}  // namespace rowfuse::cuda
