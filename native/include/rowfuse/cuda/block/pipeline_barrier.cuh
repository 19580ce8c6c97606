#pragma once

#include <cstdint>

namespace rowfuse::cuda {

__device__ __forceinline__ std::uint32_t shared_address(void const* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// The number of arrivals of a warp. One lane's arrival is enough: __syncwarp orders what the other lanes did before it (PTX ISA, memory
/// consistency model: causality order). The racecheck of compute-sanitizer does not follow that order from lane to lane, so with
/// ROWFUSE_RACECHECK every lane arrives by itself.
#if defined(ROWFUSE_RACECHECK)
inline constexpr unsigned warp_arrivals = 32;
#else
inline constexpr unsigned warp_arrivals = 1;
#endif

/// A barrier in shared memory that also counts the bytes of bulk copies (PTX ISA, mbarrier). Its phases are numbered, and a wait names
/// its phase.
class PipelineBarrier {
 public:
  /// Initializes the barrier. Called by one thread, before all others arrive.
  __device__ void initialize(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&state_)), "r"(arrivals) : "memory");
  }

  __device__ void arrive() {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(shared_address(&state_)) : "memory");
  }

  /// Arrives `warp_arrivals` times. Called by all lanes of a warp.
  __device__ void arrive_warp() {
    __syncwarp();
    if (warp_arrivals > 1 || (threadIdx.x & 31) == 0) arrive();
  }

  /// Arrives, and keeps the phase open until `bytes` bytes of bulk copies have come.
  __device__ void arrive_expecting(unsigned bytes) {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(shared_address(&state_)),
                 "r"(bytes)
                 : "memory");
  }

  /// Waits until a phase is over: the current one or the one before it.
  __device__ void wait(unsigned phase) const {
    // The time limit (ns) is the longest time for which the hardware may suspend the thread, not the shortest.
    asm volatile(
        "{ .reg .pred done;\n"
        "again: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1, 10000000;\n"
        " @!done bra again; }" ::"r"(shared_address(&state_)),
        "r"(phase & 1)
        : "memory");
  }

  __device__ std::uint32_t address() const { return shared_address(&state_); }

 private:
  std::uint64_t state_;
};

/// Makes initialized barriers visible to the copy engine. Called by the thread that initialized them.
__device__ inline void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

/// Copies from global to shared memory without passing through registers; the addresses and `bytes` are multiples of 16.
/// `barrier` counts the bytes.
__device__ inline void bulk_copy(std::uint32_t to, void const* from, unsigned bytes, PipelineBarrier const& barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes),
               "r"(barrier.address())
               : "memory");
}

}  // namespace rowfuse::cuda
