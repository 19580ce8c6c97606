#pragma once

#include <algorithm>
#include <cstdint>

#include <rowfuse/cuda/dispatch_arena.cuh>
#include <rowfuse/cuda/dispatch_emit.cuh>
#include <rowfuse/cuda/dispatch_map.cuh>
#include <rowfuse/cuda/dispatch_windows.cuh>
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

/// The rows that a pass has left out, if there can be any. Their number is on the device: as many warps as may be resident share
/// them.
template <class Transform, class Policy = LongRowsPolicy>
void launch_long_rows(InputPack<Transform::Input::size> const& inputs, OutputPack<Transform::Output::size> const& outputs,
                      std::uint64_t* report, LongRows const& rows, bool writes, CUstream_st* stream) {
  if constexpr (takes_long_rows<Transform>) {
    std::int64_t const most = rows.count >= 0 ? std::min(rows.count, rows.capacity) : rows.capacity;
    if (most == 0) return;
    constexpr std::int64_t block_warps = Policy::block_threads / 32;
    auto const blocks = static_cast<unsigned>(std::min((most + block_warps - 1) / block_warps, Policy::most_blocks));
    kernel_long_rows<Transform, Policy><<<blocks, Policy::block_threads, 0, stream>>>(inputs, outputs, report, rows, writes);
  }
}

}  // namespace detail

template <class Transform, class Policy = SizesPolicy>
int dispatch_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  if constexpr (emits_rows<Transform>) {
    return dispatch_emit_sizes<Transform>(arguments, stream);
  } else if constexpr (uses_arena<Transform>) {
    return dispatch_arena_sizes<Transform>(arguments, stream);
  } else {
    InputPack<Transform::Input::size> const inputs(arguments.inputs);
    OutputPack<Transform::Output::size> const outputs(arguments.outputs);
    kernel_sizes<Transform, Policy><<<detail::grid<Policy>(arguments.length + 1), Policy::block_threads, 0, stream>>>(
        inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps,
        arguments.long_rows);
    detail::launch_long_rows<Transform>(inputs, outputs, arguments.report, arguments.long_rows, false, stream);
    return cudaGetLastError();
  }
}

template <class Transform, class Policy = FillPolicy>
int dispatch_fill(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  if constexpr (emits_rows<Transform>) {
    return dispatch_emit_fill<Transform>(arguments, stream);
  } else if constexpr (uses_arena<Transform>) {
    return dispatch_arena_fill<Transform>(arguments, stream);
  } else if constexpr (streams_windows<Transform>) {
    return dispatch_windows<Transform>(arguments, stream);
  } else if constexpr (is_map<Transform>) {
    return dispatch_map<Transform>(arguments, stream);
  } else {
    InputPack<Transform::Input::size> const inputs(arguments.inputs);
    OutputPack<Transform::Output::size> const outputs(arguments.outputs);
    kernel_fill<Transform, Policy><<<detail::grid<Policy>(arguments.length), Policy::block_threads, 0, stream>>>(
        inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps,
        arguments.long_rows);
    detail::launch_long_rows<Transform>(inputs, outputs, arguments.report, arguments.long_rows, true, stream);
    return cudaGetLastError();
  }
}

/// Whether the current device can run the kernels: cudaErrorNoKernelImageForDevice when they were built for others.
template <class Transform>
int probe_kernels() {
  cudaFuncAttributes attributes{};
  if constexpr (emits_rows<Transform> && uses_arena<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_arena_emit_fill<Transform, ArenaPolicy>);
  } else if constexpr (emits_rows<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_emit_fill<Transform, EmitFillPolicy>);
  } else if constexpr (uses_arena<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_arena_fill<Transform, ArenaPolicy>);
  } else if constexpr (is_map<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_map<Transform, MapPolicy>);
  } else {
    return cudaFuncGetAttributes(&attributes, kernel_fill<Transform, FillPolicy>);
  }
}

}  // namespace rowfuse::cuda
