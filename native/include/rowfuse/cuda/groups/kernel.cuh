#pragma once

#include <cstdint>

#include <rowfuse/cuda/groups/agent_columns.cuh>
#include <rowfuse/cuda/groups/agent_lines.cuh>

namespace rowfuse::cuda {

namespace detail {

__device__ __forceinline__ char* groups_shared() {
  extern __shared__ __align__(16) char groups_shared_memory[];
  return groups_shared_memory;
}

}  // namespace detail

// Groups lines. A block's shared memory holds the memory of its warps' agents, then cells.

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads, Policy::resident_blocks)
    kernel_group_lines(__grid_constant__ LineText const text, __grid_constant__ GroupWork const work,
                       __grid_constant__ InputPack<Transform::Input::size> const inputs, __grid_constant__ GroupTable const table,
                       std::uint32_t local_groups) {
  using Agent = AgentGroupLines<Transform>;
  __shared__ std::int32_t windows[GroupShape<Transform>::marks + 1];
  char* const shared = detail::groups_shared();
  GroupRows<Transform> const rows(table, shared + Policy::block_threads / 32 * Agent::shared_bytes, windows, local_groups);
  Agent{{work, rows}, text, inputs, shared + (threadIdx.x >> 5) * Agent::shared_bytes}.run();
  rows.flush();
}

template <class Transform, class Policy>
__global__ void __launch_bounds__(Policy::block_threads, Policy::resident_blocks)
    kernel_group_columns(__grid_constant__ GroupWork const work, __grid_constant__ InputPack<Transform::Input::size> const inputs,
                         __grid_constant__ GroupTable const table, std::uint32_t local_groups) {
  __shared__ std::int32_t windows[GroupShape<Transform>::marks + 1];
  GroupRows<Transform> const rows(table, detail::groups_shared(), windows, local_groups);
  AgentGroupColumns<Transform>{{work, rows}, inputs}.run();
  rows.flush();
}

template <class Transform>
__global__ void kernel_group_pack(__grid_constant__ GroupTable const table, std::uint32_t groups, std::uint64_t* to) {
  using Shape = GroupShape<Transform>;
  std::uint32_t const group = blockIdx.x * blockDim.x + threadIdx.x;
  if (group < groups) Shape::pack(table.words + std::uint64_t{group} * Shape::words, to + std::uint64_t{group} * Shape::packed);
}

}  // namespace rowfuse::cuda
