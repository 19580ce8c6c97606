#pragma once

#include <cstdint>

namespace rowfuse::cuda {

__device__ __forceinline__ std::uint32_t shared_address(void const* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

/// The arrivals of a warp. One lane's is enough: __syncwarp orders what the other lanes did before it (PTX ISA, memory
/// consistency model: causality order). compute-sanitizer's racecheck does not follow that order from lane to lane; built with
/// ROWFUSE_RACECHECK every lane arrives by itself, which it does follow.
#if defined(ROWFUSE_RACECHECK)
inline constexpr unsigned warp_arrivals = 32;
#else
inline constexpr unsigned warp_arrivals = 1;
#endif

/// A barrier in shared memory that also counts the bytes of bulk copies: PTX ISA, mbarrier. Its phases are numbered; a
/// wait names the one it waits for.
class PipelineBarrier {
 public:
  /// One thread, before all others come.
  __device__ void initialize(unsigned arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&state_)), "r"(arrivals) : "memory");
  }

  __device__ void arrive() {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0]; }" ::"r"(shared_address(&state_))
                 : "memory");
  }

  /// All lanes of a warp: `warp_arrivals` arrivals.
  __device__ void arrive_warp() {
    __syncwarp();
    if (warp_arrivals > 1 || (threadIdx.x & 31) == 0) arrive();
  }

  /// Arrives, and keeps the phase open until `bytes` bytes of bulk copies have come.
  __device__ void arrive_expecting(unsigned bytes) {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(
                     shared_address(&state_)),
                 "r"(bytes)
                 : "memory");
  }

  /// Until the phase is over. It may be the present one or the one before.
  __device__ void wait(unsigned phase) const {
    // The time limit (ns) is how long the hardware may keep the thread from polling, not how long it must.
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

/// Makes initialized barriers visible to the copy engine. The thread that initialized them.
__device__ inline void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

/// Copies from global to shared memory without passing through registers; the addresses and `bytes` are multiples of 16.
/// `barrier` counts the bytes.
__device__ inline void bulk_copy(std::uint32_t to, void const* from, unsigned bytes, PipelineBarrier const& barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
               "l"(from), "r"(bytes), "r"(barrier.address())
               : "memory");
}

}  // namespace rowfuse::cuda
