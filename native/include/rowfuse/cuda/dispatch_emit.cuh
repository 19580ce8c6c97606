#pragma once

#include <cstdint>

#include <rowfuse/cuda/entry_table.hpp>
#include <rowfuse/cuda/kernel_emit.cuh>
#include <rowfuse/cuda/tuning_rows.cuh>

namespace rowfuse::cuda {

namespace detail {

inline unsigned arena_blocks(DeviceArena const& arena) {
  return static_cast<unsigned>((arena.warps + ArenaPolicy::block_warps - 1) / ArenaPolicy::block_warps);
}

inline unsigned blocks_of(std::int64_t rows, std::int64_t tile) { return static_cast<unsigned>((rows + tile - 1) / tile); }

}  // namespace detail

/// The counting pass of a transform whose rows come and go.
template <class Transform, class Policy = SizesPolicy>
int dispatch_emit_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  EmitPack<Transform::Output::size> const places(arguments.places);
  auto const length = static_cast<std::int32_t>(arguments.length);
  if constexpr (uses_arena<Transform>) {
    OutputPack<Transform::Output::size> const outputs(arguments.outputs);
    kernel_arena_emit_sizes<Transform, ArenaPolicy>
        <<<detail::arena_blocks(arguments.arena), ArenaPolicy::block_threads, 0, stream>>>(
            inputs, outputs, places, length, arguments.report, arguments.ascii_warps, arguments.arena);
  } else {
    unsigned const blocks = detail::blocks_of(arguments.length + 1, Policy::block_threads * Policy::rows_per_thread);
    kernel_emit_sizes<Transform, Policy><<<blocks, Policy::block_threads, 0, stream>>>(inputs, places, length, arguments.report,
                                                                                     arguments.ascii_warps);
  }
  return cudaGetLastError();
}

template <class Transform, class Policy = FillPolicy>
int dispatch_emit_fill(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  EmitPack<Transform::Output::size> const places(arguments.places);
  auto const length = static_cast<std::int32_t>(arguments.length);
  if constexpr (uses_arena<Transform>) {
    kernel_arena_emit_fill<Transform, ArenaPolicy>
        <<<detail::arena_blocks(arguments.arena), ArenaPolicy::block_threads, 0, stream>>>(
            inputs, outputs, places, length, arguments.report, arguments.ascii_warps, arguments.arena);
  } else {
    unsigned const blocks = detail::blocks_of(arguments.length, Policy::block_threads * Policy::rows_per_thread);
    kernel_emit_fill<Transform, Policy><<<blocks, Policy::block_threads, 0, stream>>>(inputs, outputs, places, length,
                                                                                    arguments.report, arguments.ascii_warps);
  }
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
