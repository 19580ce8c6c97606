#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/cuda/launch/device_arena.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda::detail {

/// Divides the memory of a multiprocessor for a kernel whose blocks take `block_bytes` of shared memory: the L1 cache must hold the text of
/// the resident warps' rows while their lanes read it. By default the driver gives blocks all the shared memory that they can use. With that
/// default the fill pass of the words of 10M lines took 6.4 ms on an H100, with 31 % of the sectors found in L1. It takes 4.3 ms now, with
/// 92 %.
template <class Transform, class Kernel>
int divide_memory(Kernel kernel, arrow::InputColumn const* inputs, std::int64_t length, int block_threads, std::int64_t block_bytes) {
  int device = 0;
  int most = 0;
  if (int const error = cudaGetDevice(&device)) return error;
  if (int const error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device)) return error;
  std::int64_t text = 0;
  for (std::int32_t i = 0; i < Transform::Input::size; ++i) {
    if (arrow::has_offsets(layout_of<Transform>().inputs[i].id)) text += inputs[i].values_bytes - inputs[i].values_begin;
  }
  constexpr std::int64_t reserved = 1024;  // per block, by the system
  std::int64_t const shared = block_bytes + reserved;
  std::int64_t const cached = length == 0 ? 0 : text * block_threads / length * 5 / 4;
  std::int64_t const blocks = std::max<std::int64_t>(most / (shared + cached), 1);
  auto const percent = static_cast<int>(std::min<std::int64_t>((blocks * shared * 100 + most - 1) / most, 100));
  return cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
}

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
