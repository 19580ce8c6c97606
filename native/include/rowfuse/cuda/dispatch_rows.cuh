#pragma once

#include <cstdint>

#include <rowfuse/cuda/dispatch_arena.cuh>
#include <rowfuse/cuda/dispatch_map.cuh>
#include <rowfuse/cuda/entry_table.hpp>
#include <rowfuse/cuda/kernel_rows.cuh>
#include <rowfuse/cuda/tuning_rows.cuh>

namespace rowfuse::cuda {

namespace detail {

/// Blocks that cover `rows` rows.
template <class Policy>
unsigned grid(std::int64_t rows) {
  constexpr std::int64_t tile = Policy::block_threads * Policy::rows_per_thread;
  return static_cast<unsigned>((rows + tile - 1) / tile);
}

}  // namespace detail

template <class Transform, class Policy = SizesPolicy>
int dispatch_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  if constexpr (uses_arena<Transform>) {
    return dispatch_arena_sizes<Transform>(arguments, stream);
  } else {
    InputPack<Transform::Input::size> const inputs(arguments.inputs);
    OutputPack<Transform::Output::size> const outputs(arguments.outputs);
    kernel_sizes<Transform, Policy><<<detail::grid<Policy>(arguments.length + 1), Policy::block_threads, 0, stream>>>(
        inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps);
    return cudaGetLastError();
  }
}

template <class Transform, class Policy = FillPolicy>
int dispatch_fill(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  if constexpr (uses_arena<Transform>) {
    return dispatch_arena_fill<Transform>(arguments, stream);
  } else if constexpr (is_map<Transform>) {
    return dispatch_map<Transform>(arguments, stream);
  } else {
    InputPack<Transform::Input::size> const inputs(arguments.inputs);
    OutputPack<Transform::Output::size> const outputs(arguments.outputs);
    kernel_fill<Transform, Policy><<<detail::grid<Policy>(arguments.length), Policy::block_threads, 0, stream>>>(
        inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps);
    return cudaGetLastError();
  }
}

/// Whether the current device can run the kernels: cudaErrorNoKernelImageForDevice when they were built for others.
template <class Transform>
int probe_kernels() {
  cudaFuncAttributes attributes{};
  if constexpr (uses_arena<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_arena_fill<Transform, ArenaPolicy>);
  } else if constexpr (is_map<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_map<Transform, MapPolicy>);
  } else {
    return cudaFuncGetAttributes(&attributes, kernel_fill<Transform, FillPolicy>);
  }
}

}  // namespace rowfuse::cuda
