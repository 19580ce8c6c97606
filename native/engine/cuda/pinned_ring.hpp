#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace rowfuse::cuda {

/// Pinned memory through which a transfer passes, slot by slot. Kept for the life of the process, because pinning costs a millisecond for
/// every few megabytes.
class PinnedRing {
 public:
  static constexpr std::int64_t slots = 16;
  static constexpr std::int64_t slot_bytes = std::int64_t{2} << 20;

  /// Returns an unused ring of the current device, or a new one. On failure returns null, with the error in `error`.
  static PinnedRing* take(cudaError_t& error);
  static void give_back(PinnedRing* ring);

  std::byte* slot(std::int64_t chunk) const { return memory_ + chunk % slots * slot_bytes; }
  /// The event recorded after the copy from or to the slot. An event that was never recorded counts as passed.
  cudaEvent_t event(std::int64_t chunk) const { return events_[static_cast<std::size_t>(chunk % slots)]; }

 private:
  cudaError_t make();
  void destroy();
  void free_memory();

  int device_ = 0;
  std::byte* memory_ = nullptr;
  std::array<cudaEvent_t, slots> events_{};
};

}  // namespace rowfuse::cuda
