#pragma once

#include <cstdint>

#include <rowfuse/cuda/arena/kernel.cuh>
#include <rowfuse/cuda/arena/tuning.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// Launches the sizes pass of a transform that builds strings, once, with the given slots.
template <class Transform, class Policy = ArenaPolicy>
int dispatch_arena_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const blocks = static_cast<unsigned>((arguments.arena.warps + Policy::block_warps - 1) / Policy::block_warps);
  kernel_arena_sizes<Transform, Policy><<<blocks, Policy::block_threads, 0, stream>>>(
      inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps, arguments.arena);
  return cudaGetLastError();
}

template <class Transform, class Policy = ArenaPolicy>
int dispatch_arena_fill(FillArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const blocks = static_cast<unsigned>((arguments.arena.warps + Policy::block_warps - 1) / Policy::block_warps);
  kernel_arena_fill<Transform, Policy><<<blocks, Policy::block_threads, 0, stream>>>(
      inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps, arguments.arena);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
