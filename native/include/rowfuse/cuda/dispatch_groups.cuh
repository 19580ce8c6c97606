#pragma once

#include <cstdint>

#include <rowfuse/cuda/group_entry.hpp>
#include <rowfuse/cuda/kernel_groups.cuh>
#include <rowfuse/cuda/tuning_groups.cuh>

namespace rowfuse::cuda {

template <class Transform, class Policy = GroupLinesPolicy>
int dispatch_group_lines(LineWork const& work, arrow::InputColumn const* inputs, GroupTable const& table, std::uint32_t local_groups,
                         unsigned blocks, CUstream_st* stream) {
  using Shape = GroupShape<Transform>;
  constexpr int warps = Policy::block_threads / 32;
  int const bytes = warps * AgentGroupLines<Transform, Policy>::Window::shared_bytes + static_cast<int>(local_groups) * Shape::local_bytes;
  auto* const kernel = kernel_group_lines<Transform, Policy>;
  cudaError_t const error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  if (error != cudaSuccess) return error;
  InputPack<Transform::Input::size> const pack(inputs);
  kernel<<<blocks, Policy::block_threads, static_cast<std::size_t>(bytes), stream>>>(work, pack, table, local_groups);
  return cudaGetLastError();
}

/// Whether all accumulators of a transform's grouping have a form on the device.
template <class Transform>
inline constexpr bool groups_on_device = GroupShape<Transform>::Forms::exist && !uses_arena<Transform>;

template <class Transform, class Policy = GroupLinesPolicy>
constexpr GroupEntry group_entry() {
  using Shape = GroupShape<Transform>;
  return {Shape::words, Shape::local_bytes, Policy::block_threads, AgentGroupLines<Transform, Policy>::Window::shared_bytes,
          Policy::most_local_groups,
          &dispatch_group_lines<Transform, Policy>};
}

}  // namespace rowfuse::cuda
