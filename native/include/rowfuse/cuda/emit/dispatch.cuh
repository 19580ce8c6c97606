#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/arena/slot_launch.cuh>
#include <rowfuse/cuda/arena/tuning.cuh>
#include <rowfuse/cuda/emit/kernel.cuh>
#include <rowfuse/cuda/emit/tuning.cuh>
#include <rowfuse/cuda/launch/divide_memory.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/rows/tuning.cuh>

namespace rowfuse::cuda {

namespace detail {

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

  /// Divides the memory of a multiprocessor for the kernel.
  template <class Transform, class Kernel>
  int prepare(Kernel const& kernel, FillArguments const& arguments) const {
    if (bytes == 0) return cudaSuccess;
    auto const shared = static_cast<std::int64_t>(block_bytes());
    return divide_memory<Transform>(kernel, arguments.inputs, arguments.length, block_threads, shared);
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
    auto const kernel = kernel_arena_emit_sizes<Transform, ArenaPolicy>;
    detail::SlotLaunch<Transform, decltype(kernel)> const launch(kernel, arguments.arena, 0, ArenaPolicy::block_threads);
    if (int const error = launch.prepare(arguments.inputs, arguments.length)) return error;
    kernel<<<launch.blocks(), ArenaPolicy::block_threads, launch.shared_bytes(), stream>>>(
        inputs, outputs, places, length, arguments.report, arguments.ascii_warps, launch.arena());
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
    detail::SlotLaunch<Transform, decltype(kernel)> const launch(kernel, arguments.arena, staging.block_bytes(),
                                                                 ArenaPolicy::block_threads);
    if (int const error = launch.prepare(arguments.inputs, arguments.length)) return error;
    kernel<<<launch.blocks(), ArenaPolicy::block_threads, launch.shared_bytes(), stream>>>(
        inputs, outputs, places, length, arguments.report, arguments.ascii_warps, launch.arena(), staging.bytes);
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
