#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/group_entry.hpp>
#include <rowfuse/cuda/group_states.cuh>
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

namespace detail {

/// An argument of the call that comes with the launch. Text would have to be on the device.
template <class Type>
inline constexpr bool is_passed_along = false;
template <class Of>
inline constexpr bool is_passed_along<Scalar<Of>> = !is_text<Of>;

/// Whether a kernel has all that rows are made of: a line, and arguments of the call. The numbers of lines are known to none.
template <class Columns>
inline constexpr bool are_lines = false;
template <class... Rest>
inline constexpr bool are_lines<Schema<Line, Rest...>> = (is_passed_along<Rest> && ... && true);

}  // namespace detail

/// Whether lines are grouped on the device: all accumulators have a form there, and no strings are built.
template <class Transform>
inline constexpr bool groups_lines_on_device =
    detail::FormsOf<typename Transform::Grouping::template Accumulators<typename Transform::Output>>::exist && !uses_arena<Transform> && detail::are_lines<typename Transform::Input>;

/// Whether the current device can run the kernel.
template <class Transform>
int probe_group_lines() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, kernel_group_lines<Transform, GroupLinesPolicy>);
}

template <class Transform, class Policy = GroupLinesPolicy>
inline constexpr GroupEntry group_entry = {GroupShape<Transform>::words,
                                           GroupShape<Transform>::local_bytes,
                                           Policy::block_threads,
                                           AgentGroupLines<Transform, Policy>::Window::shared_bytes,
                                           Policy::most_local_groups,
                                           Policy::first_room,
                                           &dispatch_group_lines<Transform, Policy>,
                                           &give_groups<Transform>};

}  // namespace rowfuse::cuda
