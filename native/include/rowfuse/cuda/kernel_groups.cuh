#pragma once

#include <cstdint>

#include <rowfuse/cuda/agent_group_lines.cuh>

namespace rowfuse::cuda {

namespace detail {

__device__ __forceinline__ char* groups_shared() {
  extern __shared__ __align__(16) char groups_shared_memory[];
  return groups_shared_memory;
}

}  // namespace detail

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads, Policy::resident_blocks)
    kernel_group_lines(__grid_constant__ LineWork const work, __grid_constant__ InputPack<Transform::Input::size> const inputs,
                       __grid_constant__ GroupTable const table, std::uint32_t local_groups) {
  using Agent = AgentGroupLines<Transform, Policy>;
  constexpr int warps = Policy::block_threads / 32;
  __shared__ std::int32_t windows[GroupShape<Transform>::marks + 1];
  char* const shared = detail::groups_shared();
  GroupRows<Transform> const rows(table, shared + warps * Agent::Window::shared_bytes, windows, local_groups);
  Agent{work, inputs, rows, shared + (threadIdx.x >> 5) * Agent::Window::shared_bytes}.run();
  rows.flush();
}

}  // namespace rowfuse::cuda
