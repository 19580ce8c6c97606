#pragma once

#include <cstdint>

#include <rowfuse/cuda/arena/kernel.cuh>
#include <rowfuse/cuda/arena/slot_launch.cuh>
#include <rowfuse/cuda/arena/tuning.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// Launches the sizes pass of a transform that builds strings, once, with the given slots.
template <class Transform, class Policy = ArenaPolicy>
int dispatch_arena_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const kernel = kernel_arena_sizes<Transform, Policy>;
  detail::SlotLaunch<Transform, decltype(kernel)> const launch(kernel, arguments.arena, 0, Policy::block_threads);
  if (int const error = launch.prepare(arguments.inputs, arguments.length)) return error;
  kernel<<<launch.blocks(), Policy::block_threads, launch.shared_bytes(), stream>>>(
      inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps, launch.arena());
  return cudaGetLastError();
}

template <class Transform, class Policy = ArenaPolicy>
int dispatch_arena_fill(FillArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const kernel = kernel_arena_fill<Transform, Policy>;
  detail::SlotLaunch<Transform, decltype(kernel)> const launch(kernel, arguments.arena, 0, Policy::block_threads);
  if (int const error = launch.prepare(arguments.inputs, arguments.length)) return error;
  kernel<<<launch.blocks(), Policy::block_threads, launch.shared_bytes(), stream>>>(
      inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps, launch.arena());
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
