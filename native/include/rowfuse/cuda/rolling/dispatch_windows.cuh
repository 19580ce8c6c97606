#pragma once

#include <cstddef>

#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/map/dispatch.cuh>
#include <rowfuse/cuda/rolling/dispatch.cuh>
#include <rowfuse/rolling/streamed.hpp>

namespace rowfuse::cuda {

namespace detail {

/// RollingPolicy with fewer threads, for blocks that would otherwise exceed the shared memory.
template <int threads>
struct SmallerRollingPolicy : RollingPolicy {
  static constexpr int block_threads = threads;
  static constexpr int resident_blocks = 1;
};

template <class Engine, class Policy>
constexpr bool fits_block() {
  constexpr Window window = Engine::window;
  constexpr Reach reach = reach_of<Engine, Policy>(window);
  if (reach == Reach::narrow) return true;
  auto const between = static_cast<int>(nodes_between(window));
  bool const fits = RollingShape<Engine, Policy, reach>::of(between).bytes() <= most_block_bytes;
  return fits && (reach != Reach::far || AgentRollingNodes<Engine, Policy>::shared_bytes <= most_block_bytes);
}

template <class Engine, class Policy>
int launch_windows(FillArguments const& arguments, CUstream_st* stream) {
  constexpr Reach reach = reach_of<Engine, Policy>(Engine::window);
  std::size_t const bytes = rolling_workspace_bytes<Engine, reach>(arguments.length);
  void* workspace = nullptr;
  if (bytes > 0) {
    if (int const error = cudaMallocAsync(&workspace, bytes, stream)) return error;
  }
  int const error = dispatch_rolling<Engine, Policy>(arguments, workspace, stream);
  if (workspace != nullptr) cudaFreeAsync(workspace, stream);
  return error;
}

}  // namespace detail

/// Launches a transform that reduces its windows. Uses the rolling kernels if the call has all rows of the columns and the totals of a
/// block fit its shared memory, and evaluates row by row otherwise.
template <class Transform>
int dispatch_windows(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  using Engine = rolling::Streamed<Transform>;
  if (is_whole<Transform>(arguments.inputs, arguments.length)) {
    if constexpr (detail::fits_block<Engine, RollingPolicyOf<Engine>>()) {
      return detail::launch_windows<Engine, RollingPolicyOf<Engine>>(arguments, stream);
    } else if constexpr (detail::fits_block<Engine, detail::SmallerRollingPolicy<128>>()) {
      return detail::launch_windows<Engine, detail::SmallerRollingPolicy<128>>(arguments, stream);
    } else if constexpr (detail::fits_block<Engine, detail::SmallerRollingPolicy<64>>()) {
      return detail::launch_windows<Engine, detail::SmallerRollingPolicy<64>>(arguments, stream);
    } else if constexpr (detail::fits_block<Engine, detail::SmallerRollingPolicy<32>>()) {
      return detail::launch_windows<Engine, detail::SmallerRollingPolicy<32>>(arguments, stream);
    }
  }
  return dispatch_map<Transform>(arguments, stream);
}

}  // namespace rowfuse::cuda
