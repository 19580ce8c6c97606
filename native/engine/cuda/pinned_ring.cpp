#include "pinned_ring.hpp"

#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include <rowfuse/cpu/memory/huge_pages.hpp>

namespace rowfuse::cuda {

namespace {

std::mutex mutex;

// Never destroyed, because at exit the driver may be gone before the static objects are.
std::vector<PinnedRing*>& free_rings() {
  static auto& rings = *new std::vector<PinnedRing*>;
  return rings;
}

}  // namespace

PinnedRing* PinnedRing::take(cudaError_t& error) {
  int device = 0;
  error = cudaGetDevice(&device);
  if (error != cudaSuccess) return nullptr;
  {
    std::lock_guard const lock(mutex);
    auto& rings = free_rings();
    for (auto ring = rings.begin(); ring != rings.end(); ++ring) {
      if ((*ring)->device_ != device) continue;
      PinnedRing* const found = *ring;
      rings.erase(ring);
      return found;
    }
  }
  auto ring = std::make_unique<PinnedRing>();
  ring->device_ = device;
  error = ring->make();
  if (error == cudaSuccess) return ring.release();
  ring->destroy();
  return nullptr;
}

void PinnedRing::give_back(PinnedRing* ring) {
  std::lock_guard const lock(mutex);
  free_rings().push_back(ring);
}

cudaError_t PinnedRing::make() {
  // The memory is our own, pinned, and never freed. Memory that the driver allocates is unmapped when it shuts down, and a process may end
  // while threads still copy through the ring.
  constexpr auto bytes = static_cast<std::size_t>(slots * slot_bytes);
  void* const memory = ::operator new(bytes, std::align_val_t{std::size_t{2} << 20}, std::nothrow);
  if (memory == nullptr) return cudaErrorMemoryAllocation;
  memory_ = static_cast<std::byte*>(memory);
  ask_for_huge_pages(memory_, bytes);
  if (cudaError_t const error = cudaHostRegister(memory_, bytes, cudaHostRegisterPortable)) {
    free_memory();
    return error;
  }
  for (cudaEvent_t& event : events_) {
    if (cudaError_t const error = cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) return error;
  }
  return cudaSuccess;
}

void PinnedRing::destroy() {
  for (cudaEvent_t const event : events_) {
    if (event != nullptr) cudaEventDestroy(event);
  }
  if (memory_ == nullptr) return;
  cudaHostUnregister(memory_);
  free_memory();
}

void PinnedRing::free_memory() {
  ::operator delete(memory_, std::align_val_t{std::size_t{2} << 20});
  memory_ = nullptr;
}

}  // namespace rowfuse::cuda
