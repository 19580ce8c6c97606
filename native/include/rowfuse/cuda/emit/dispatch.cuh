#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/arena/tuning.cuh>
#include <rowfuse/cuda/emit/kernel.cuh>
#include <rowfuse/cuda/emit/tuning.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/rows/tuning.cuh>

namespace rowfuse::cuda {

namespace detail {

inline unsigned arena_blocks(DeviceArena const& arena) {
  return static_cast<unsigned>((arena.warps + ArenaPolicy::block_warps - 1) / ArenaPolicy::block_warps);
}

inline unsigned blocks_of(std::int64_t rows, std::int64_t tile) { return static_cast<unsigned>((rows + tile - 1) / tile); }

/// The shared memory of a fill pass, for the output rows of its warps.
struct Staging {
  std::int32_t bytes = 0;  // per warp
  int block_threads;

  /// @param taken The shared memory of a block that the tables of patterns take.
  Staging(FillArguments const& arguments, int threads, int taken) : block_threads(threads) {
    std::int64_t const most = EmitFillPolicy::most_staged_bytes - (taken + threads / 32 - 1) / (threads / 32);
    std::int64_t const wanted = arguments.places.staged_bytes;
    // If the rows of most warps would not fit, the memory serves better as L1 cache.
    if (wanted <= most * 3 / 2) bytes = static_cast<std::int32_t>(std::min(wanted, most) / 16 * 16);
  }

  std::size_t block_bytes() const { return static_cast<std::size_t>(bytes) * static_cast<unsigned>(block_threads / 32); }

  /// Divides the memory of a multiprocessor for the kernel: the L1 cache must hold the text of the resident warps' rows while their lanes
  /// read it. By default the driver gives blocks all the shared memory that they can use. With that default the fill pass of the words of
  /// 10M lines took 6.4 ms on an H100, with 31 % of the sectors found in L1. It takes 4.3 ms now, with 92 %.
  template <class Transform, class Kernel>
  int prepare(Kernel const& kernel, FillArguments const& arguments) const {
    if (bytes == 0) return cudaSuccess;
    int device = 0;
    int most = 0;
    if (int const error = cudaGetDevice(&device)) return error;
    if (int const error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device)) return error;
    std::int64_t text = 0;
    for (std::int32_t i = 0; i < Transform::Input::size; ++i) {
      arrow::InputColumn const& column = arguments.inputs[i];
      if (arrow::has_offsets(layout_of<Transform>().inputs[i].id)) text += column.values_bytes - column.values_begin;
    }
    constexpr std::int64_t reserved = 1024;  // per block, by the system
    std::int64_t const shared = static_cast<std::int64_t>(block_bytes()) + reserved;
    std::int64_t const cached = text * block_threads / arguments.length * 5 / 4;
    std::int64_t const blocks = std::max<std::int64_t>(most / (shared + cached), 1);
    auto const percent = static_cast<int>(std::min<std::int64_t>((blocks * shared * 100 + most - 1) / most, 100));
    return cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
  }
};

}  // namespace detail

/// Launches the counting pass of a filter or an expansion.
template <class Transform, class Policy = SizesPolicy>
int dispatch_emit_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  EmitPack<Transform::Output::size> const places(arguments.places);
  auto const length = static_cast<std::int32_t>(arguments.length);
  if constexpr (uses_arena<Transform>) {
    OutputPack<Transform::Output::size> const outputs(arguments.outputs);
    kernel_arena_emit_sizes<Transform, ArenaPolicy><<<detail::arena_blocks(arguments.arena), ArenaPolicy::block_threads, 0, stream>>>(
        inputs, outputs, places, length, arguments.report, arguments.ascii_warps, arguments.arena);
  } else {
    unsigned const blocks = detail::blocks_of(arguments.length + 1, Policy::block_threads * Policy::rows_per_thread);
    kernel_emit_sizes<Transform, Policy>
        <<<blocks, Policy::block_threads, 0, stream>>>(inputs, places, length, arguments.report, arguments.ascii_warps);
  }
  return cudaGetLastError();
}

template <class Transform, class Policy = EmitFillPolicy>
int dispatch_emit_fill(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  EmitPack<Transform::Output::size> const places(arguments.places);
  auto const length = static_cast<std::int32_t>(arguments.length);
  if constexpr (uses_arena<Transform>) {
    auto const kernel = kernel_arena_emit_fill<Transform, ArenaPolicy>;
    detail::Staging const staging(arguments, ArenaPolicy::block_threads, staged_pattern_bytes<Transform>());
    if (int const error = staging.prepare<Transform>(kernel, arguments)) return error;
    kernel<<<detail::arena_blocks(arguments.arena), ArenaPolicy::block_threads, staging.block_bytes(), stream>>>(
        inputs, outputs, places, length, arguments.report, arguments.ascii_warps, arguments.arena, staging.bytes);
  } else {
    auto const kernel = kernel_emit_fill<Transform, Policy>;
    detail::Staging const staging(arguments, Policy::block_threads, staged_pattern_bytes<Transform>());
    if (int const error = staging.prepare<Transform>(kernel, arguments)) return error;
    kernel<<<detail::blocks_of(arguments.length, Policy::block_threads), Policy::block_threads, staging.block_bytes(), stream>>>(
        inputs, outputs, places, length, arguments.report, arguments.ascii_warps, staging.bytes);
  }
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
