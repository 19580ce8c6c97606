#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/groups/kernel.cuh>
#include <rowfuse/cuda/groups/states.cuh>
#include <rowfuse/cuda/groups/support.cuh>
#include <rowfuse/cuda/groups/tuning.cuh>
#include <rowfuse/cuda/launch/group_entry.hpp>

namespace rowfuse::cuda {

namespace detail {

/// The shared memory of a block: the agents of its warps, and room for some groups.
template <class Transform, class Agent, class Policy>
int group_shared_bytes(std::uint32_t local_groups) {
  return Policy::block_threads / 32 * Agent::shared_bytes + static_cast<int>(local_groups) * GroupShape<Transform>::local_bytes;
}

}  // namespace detail

template <class Transform, class Policy = GroupLinesPolicy>
int dispatch_group_lines(LineText const& text, GroupArguments const& arguments, CUstream_st* stream) {
  int const bytes = detail::group_shared_bytes<Transform, AgentGroupLines<Transform>, Policy>(arguments.local_groups);
  auto* const kernel = kernel_group_lines<Transform, Policy>;
  cudaError_t const error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (error != cudaSuccess) return error;
  InputPack<Transform::Input::size> const pack(arguments.inputs);
  kernel<<<arguments.blocks, Policy::block_threads, static_cast<std::size_t>(bytes), stream>>>(text, arguments.work, pack, arguments.table,
                                                                                               arguments.local_groups);
  return cudaGetLastError();
}

template <class Transform, class Policy = GroupColumnsPolicy>
int dispatch_group_columns(GroupArguments const& arguments, CUstream_st* stream) {
  int const bytes = detail::group_shared_bytes<Transform, AgentGroupColumns<Transform>, Policy>(arguments.local_groups);
  auto* const kernel = kernel_group_columns<Transform, Policy>;
  cudaError_t const error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (error != cudaSuccess) return error;
  InputPack<Transform::Input::size> const pack(arguments.inputs);
  kernel<<<arguments.blocks, Policy::block_threads, static_cast<std::size_t>(bytes), stream>>>(arguments.work, pack, arguments.table,
                                                                                               arguments.local_groups);
  return cudaGetLastError();
}

template <class Transform>
int dispatch_group_pack(GroupTable const& table, std::uint32_t groups, std::uint64_t* to, CUstream_st* stream) {
  kernel_group_pack<Transform><<<(groups + 255) / 256, 256, 0, stream>>>(table, groups, to);
  return cudaGetLastError();
}

/// Tests whether the current device can run the kernel. Returns a cudaError_t.
template <class Transform>
int probe_groups() {
  cudaFuncAttributes attributes;
  if constexpr (groups_lines_on_device<Transform>) {
    return cudaFuncGetAttributes(&attributes, kernel_group_lines<Transform, GroupLinesPolicy>);
  } else {
    return cudaFuncGetAttributes(&attributes, kernel_group_columns<Transform, GroupColumnsPolicy>);
  }
}

template <class Transform, class Policy = GroupLinesPolicy>
inline constexpr GroupEntry line_group_entry = {GroupShape<Transform>::words,
                                                GroupShape<Transform>::packed,
                                                GroupShape<Transform>::local_bytes,
                                                Policy::block_threads,
                                                AgentGroupLines<Transform>::shared_bytes,
                                                Policy::most_local_groups,
                                                Policy::first_room,
                                                &dispatch_group_lines<Transform, Policy>,
                                                nullptr,
                                                &dispatch_group_pack<Transform>,
                                                &give_groups<Transform>};

template <class Transform, class Policy = GroupColumnsPolicy>
inline constexpr GroupEntry column_group_entry = {GroupShape<Transform>::words,
                                                  GroupShape<Transform>::packed,
                                                  GroupShape<Transform>::local_bytes,
                                                  Policy::block_threads,
                                                  AgentGroupColumns<Transform>::shared_bytes,
                                                  Policy::most_local_groups,
                                                  Policy::first_room,
                                                  nullptr,
                                                  &dispatch_group_columns<Transform, Policy>,
                                                  &dispatch_group_pack<Transform>,
                                                  &give_groups<Transform>};

}  // namespace rowfuse::cuda
