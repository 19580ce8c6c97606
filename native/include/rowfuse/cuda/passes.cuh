#pragma once

/// The two passes of a transform: choose the family of kernels that runs each.
#include <rowfuse/cuda/arena/dispatch.cuh>
#include <rowfuse/cuda/emit/dispatch.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/map/dispatch.cuh>
#include <rowfuse/cuda/rolling/dispatch_windows.cuh>
#include <rowfuse/cuda/rows/dispatch.cuh>

namespace rowfuse::cuda {

template <class Transform>
int dispatch_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  if constexpr (emits_rows<Transform>) {
    return dispatch_emit_sizes<Transform>(arguments, stream);
  } else if constexpr (uses_arena<Transform>) {
    return dispatch_arena_sizes<Transform>(arguments, stream);
  } else {
    return dispatch_row_sizes<Transform>(arguments, stream);
  }
}

template <class Transform>
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
    return dispatch_row_fill<Transform>(arguments, stream);
  }
}

/// Returns a cudaError_t: cudaErrorNoKernelImageForDevice if the kernels were built for other devices than the current one.
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
