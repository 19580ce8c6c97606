#pragma once

#include <cstddef>

#include <rowfuse/cuda/dispatch_map.cuh>
#include <rowfuse/cuda/dispatch_rolling.cuh>
#include <rowfuse/cuda/entry_table.hpp>
#include <rowfuse/rolling/streamed.hpp>

namespace rowfuse::cuda {

/// A transform that asks for reductions of its windows: by the engine for them where the call has all rows of the columns, else row by
/// row.
template <class Transform>
int dispatch_windows(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  if (!is_whole<Transform>(arguments.inputs, arguments.length)) return dispatch_map<Transform>(arguments, stream);
  using Engine = rolling::Streamed<Transform>;
  constexpr Reach reach = reach_of<Engine, RollingPolicy>(Transform::window);
  std::size_t const bytes = rolling_workspace_bytes<Engine, reach>(arguments.length);
  void* workspace = nullptr;
  if (bytes > 0) {
    if (int const error = cudaMallocAsync(&workspace, bytes, stream)) return error;
  }
  int const error = dispatch_rolling<Engine>(arguments, workspace, stream);
  if (workspace != nullptr) cudaFreeAsync(workspace, stream);
  return error;
}

}  // namespace rowfuse::cuda
