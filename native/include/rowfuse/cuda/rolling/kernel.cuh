#pragma once

#include <cstdint>

#include <rowfuse/cuda/rolling/agent.cuh>
#include <rowfuse/cuda/rolling/agent_fold.cuh>
#include <rowfuse/cuda/rolling/agent_narrow.cuh>
#include <rowfuse/cuda/rolling/agent_nodes.cuh>

namespace rowfuse::cuda {

namespace detail {

/// The one declaration of shared memory for all kernels of a rolling transform, because its type must not differ between kernels.
__device__ __forceinline__ char* rolling_shared() {
  extern __shared__ __align__(16) char rolling_shared_memory[];
  return rolling_shared_memory;
}

}  // namespace detail

/// By reduction: the nodes computed beforehand (far), and the memory of its results (folds).
template <int count>
struct RollingPack {
  RollingNodes nodes[count > 0 ? count : 1] = {};
  void* totals[count > 0 ? count : 1] = {};
};

template <class Transform>
using RollingPackOf = RollingPack<static_cast<int>(rolling::ReductionsOf<Transform>::size)>;

template <class Transform, class Policy, Reach reach, bool stores_totals>
__global__ void __launch_bounds__(Policy::block_threads, Policy::resident_blocks)
    kernel_rolling(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                   __grid_constant__ OutputPack<Transform::Output::size> const outputs, __grid_constant__ Window const window,
                   std::int32_t length, __grid_constant__ RollingPackOf<Transform> const pack, std::uint64_t* report) {
  AgentRolling<Transform, Policy, reach, stores_totals>{inputs,     outputs,     window, length,
                                                        pack.nodes, pack.totals, report, detail::rolling_shared()}
      .run();
}

template <class Transform, class Policy, int most, bool stores_totals>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_narrow(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                  __grid_constant__ OutputPack<Transform::Output::size> const outputs, __grid_constant__ Window const window,
                  std::int32_t length, __grid_constant__ RollingPackOf<Transform> const pack, std::uint64_t* report) {
  AgentNarrow<Transform, Policy, most, stores_totals>{inputs, outputs, window, length, pack.totals, report}.run();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads)
    kernel_rolling_nodes(__grid_constant__ InputPack<Transform::Input::size> const inputs, std::int32_t length,
                         __grid_constant__ RollingLevelPack<static_cast<int>(rolling::ReductionsOf<Transform>::size)> const nodes) {
  AgentRollingNodes<Transform, Policy>{inputs, length, nodes, detail::rolling_shared()}.run();
}

template <class Monoid>
__global__ void __launch_bounds__(256)
    kernel_rolling_parents(typename Monoid::Value const* children, std::int32_t count, typename Monoid::Value* parents) {
  make_parent<Monoid>(children, count, parents);
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads, Policy::resident_blocks)
    kernel_fold(__grid_constant__ InputPack<Transform::Input::size> const inputs,
                __grid_constant__ OutputPack<Transform::Output::size> const outputs, __grid_constant__ Window const window,
                std::int32_t length, __grid_constant__ RollingPackOf<Transform> const pack, std::uint64_t* report) {
  AgentFold<Transform, Policy>{inputs, outputs, window, length, pack.totals, report, detail::rolling_shared()}.run();
}

}  // namespace rowfuse::cuda
