#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include <rowfuse/base/javascript_engine.hpp>
#include <rowfuse/cuda/host/device_memory.hpp>
#include <rowfuse/cuda/host/slot_history.hpp>
#include <rowfuse/cuda/launch/device_arena.hpp>

namespace rowfuse::cuda {

/// The launches of one pass of a transform that builds strings. The first evaluates all rows in small slots. Each later one evaluates the
/// rows that outgrew their slots, in larger ones, until none is left. Later rounds have fewer slots, so that all rounds take about the same
/// memory.
class ArenaRounds {
 public:
  /// Runs the rounds and waits after each. `launch(DeviceArena)` puts one launch into the stream and returns a cudaError_t, or
  /// `slots_unsuited` for slots in shared memory.
  template <class Launch>
  int run(std::int64_t length, SlotHistory& history, CUstream_st* stream, Launch&& launch) {
    if (int const error = prepare(length, stream)) return error;
    DeviceArena arena;
    arena.marks = static_cast<std::uint32_t*>(marks_.get());
    arena.needs = static_cast<ArenaNeeds*>(needs_.get());
    arena.inserts_few = engine_inserts_few.load(std::memory_order_relaxed);
    arena.slot_bytes = history.slot_bytes();
    if (int const error = cudaMemsetAsync(arena.needs, 0, sizeof *arena.needs, stream)) return error;
    std::int64_t rows = length + 1;
    for (;;) {
      if (int const error = choose_slots(arena, rows, stream)) return error;
      int const launched = launch(static_cast<DeviceArena const&>(arena));
      if (launched == slots_unsuited) {
        history.learn_unsuited(arena.slot_bytes);
        arena.slot_bytes = SlotHistory::larger(arena.slot_bytes);
        continue;
      }
      if (launched != cudaSuccess) return launched;
      ArenaNeeds needs;
      if (int const error = cudaMemcpyAsync(&needs, arena.needs, sizeof needs, cudaMemcpyDeviceToHost, stream)) return error;
      if (int const error = cudaStreamSynchronize(stream)) return error;
      if (needs.outgrown == 0) {
        history.learn(length, needs);
        if (memory_.bytes() > round_bytes) memory_.reset();
        return cudaSuccess;
      }
      if (arena.slot_bytes >= most_slot_bytes) return cudaErrorMemoryAllocation;
      if (int const error = cudaMemsetAsync(&arena.needs->outgrown, 0, sizeof needs.outgrown, stream)) return error;
      arena.slot_bytes = SlotHistory::larger(arena.slot_bytes);
      arena.again = true;
      rows = static_cast<std::int64_t>(needs.outgrown);
    }
  }

 private:
  /// Larger than the longest string, with room to copy it.
  static constexpr std::int64_t most_slot_bytes = std::int64_t{1} << 31;
  static constexpr std::int64_t round_bytes = std::int64_t{256} << 20;
  /// More warps would hardly run at the same time, since a row that builds strings needs many registers.
  static constexpr std::int32_t warps_per_processor = 32;

  int prepare(std::int64_t length, CUstream_st* stream) {
    if (processors_ == 0) {
      int device = 0;
      if (int const error = cudaGetDevice(&device)) return error;
      if (int const error = cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device)) return error;
    }
    if (int const error = needs_.reserve(sizeof(ArenaNeeds), stream)) return error;
    return marks_.reserve(static_cast<std::size_t>(length / 32 + 1) * sizeof(std::uint32_t), stream);
  }

  int choose_slots(DeviceArena& arena, std::int64_t rows, CUstream_st* stream) {
    // The lanes of a warp share one slot if 32 slots per warp would leave few warps.
    arena.takes_turns = arena.slot_bytes * 32 * 64 > round_bytes;
    std::int64_t const warp_bytes = arena.takes_turns ? arena.slot_bytes : arena.slot_bytes * 32;
    // Marked rows may be anywhere, so each may need a warp.
    std::int64_t const useful = arena.again ? rows : (rows + 31) / 32;
    std::int64_t const most = std::min<std::int64_t>(std::int64_t{processors_} * warps_per_processor, useful);
    std::int64_t const room = SlotHistory::is_shared(arena.slot_bytes) ? most : round_bytes / warp_bytes;
    std::int64_t const warps = std::clamp<std::int64_t>(room, 1, most);
    arena.warps = static_cast<std::int32_t>(warps);
    arena.data = nullptr;
    if (SlotHistory::is_shared(arena.slot_bytes)) return cudaSuccess;
    if (int const error = memory_.reserve(static_cast<std::size_t>(arena.warps * warp_bytes), stream)) return error;
    arena.data = static_cast<char*>(memory_.get());
#if defined(ROWFUSE_INITCHECK)
    // Text is read in aligned words whose bytes behind the text are masked. initcheck needs those bytes initialized.
    if (int const error = cudaMemsetAsync(arena.data, 0, memory_.bytes(), stream)) return error;
#endif
    return cudaSuccess;
  }

  DeviceBuffer memory_;
  DeviceBuffer marks_;
  DeviceBuffer needs_;
  int processors_ = 0;
};

}  // namespace rowfuse::cuda
