#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cuda/launch/device_arena.hpp>
#include <rowfuse/cuda/launch/divide_memory.cuh>

namespace rowfuse::cuda::detail {

/// The dynamic shared memory of a launch of a kernel with slots: first what is staged, then the slots, if they are not in global memory.
template <class Transform, class Kernel>
class SlotLaunch {
 public:
  SlotLaunch(Kernel kernel, DeviceArena const& arena, std::size_t staged, int block_threads)
      : kernel_{kernel}, arena_{arena}, staged_{staged}, block_threads_{block_threads} {
    arena_.shared_begin = static_cast<std::int32_t>(staged);
  }

  /// The arguments of the launch.
  DeviceArena const& arena() const { return arena_; }
  std::size_t shared_bytes() const {
    // Text is read in pieces of 16 bytes, also the last one.
    return in_shared() ? staged_ + static_cast<std::size_t>(arena_.slot_bytes * block_threads_ + 16) : staged_;
  }
  unsigned blocks() const {
    int const block_warps = block_threads_ / 32;
    return static_cast<unsigned>((arena_.warps + block_warps - 1) / block_warps);
  }

  /// Makes room for the launch. Returns `slots_unsuited` if the device does not have it.
  int prepare(arrow::InputColumn const* inputs, std::int64_t length) const {
    if (in_shared()) {
      if (int const error = allow_shared_bytes()) return error;
    }
    return divide_memory<Transform>(kernel_, inputs, length, block_threads_, static_cast<std::int64_t>(shared_bytes()));
  }

 private:
  bool in_shared() const { return arena_.data == nullptr; }

  int allow_shared_bytes() const {
    cudaFuncAttributes attributes{};
    if (int const error = cudaFuncGetAttributes(&attributes, kernel_)) return error;
    int device = 0;
    int most = 0;
    if (int const error = cudaGetDevice(&device)) return error;
    if (int const error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device)) return error;
    std::size_t const allowed = static_cast<std::size_t>(most) - attributes.sharedSizeBytes;
    if (shared_bytes() > allowed) return slots_unsuited;
    // Always the same number, because other threads may launch the kernel at the same time.
    return cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(allowed));
  }

  Kernel kernel_;
  DeviceArena arena_;
  std::size_t staged_;
  int block_threads_;
};

}  // namespace rowfuse::cuda::detail
