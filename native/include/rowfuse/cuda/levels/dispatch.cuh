#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/levels/kernel.cuh>
#include <rowfuse/rolling/levels.hpp>
#include <rowfuse/rolling/partition_starts.hpp>
#include <rowfuse/rolling/streamed.hpp>

namespace rowfuse::cuda {

namespace detail {

inline constexpr int level_threads = 256;

constexpr unsigned level_blocks(std::int64_t threads) { return static_cast<unsigned>((threads + level_threads - 1) / level_threads); }

constexpr std::int64_t starts_bytes(std::int64_t rows) {
  return (rolling::PartitionStarts::words_for(rows) * std::int64_t{sizeof(rolling::PartitionStarts::Word)} + 255) / 256 * 256;
}

template <class Transform>
std::int64_t level_bytes(arrow::InputColumn const* inputs, std::int64_t length) {
  if (length == 0) return 0;
  if constexpr (streams_windows<Transform>) {
    if (is_whole<Transform>(inputs, length)) return 0;
  }
  std::int64_t const rows = windowed_column<Transform>(inputs).rows;
  if (!rolling::are_levels_worth(rows, length)) return 0;
  return starts_bytes(rows) + rolling::WindowLevels<Transform>::node_bytes(rows);
}

/// Marks partitions, then computes one level after the other.
template <class Transform>
int launch_levels(arrow::InputColumn const* inputs, std::int64_t length, void* memory, void const** nodes, CUstream_st* stream) {
  std::int64_t const rows = windowed_column<Transform>(inputs).rows;
  InputPack<Transform::Input::size> const pack(inputs);
  rolling::PartitionStarts const starts{static_cast<rolling::PartitionStarts::Word*>(memory), rows};
  void* const made = static_cast<char*>(memory) + starts_bytes(rows);
  if (int const error = cudaMemsetAsync(memory, 0, static_cast<std::size_t>(starts_bytes(rows)), stream)) return error;
  if constexpr (rolling::is_bounded_by_columns<Transform>) {
    kernel_mark_starts<Transform><<<level_blocks(length), level_threads, 0, stream>>>(pack, length, starts);
  }
  int const highest = rolling::highest_level(rows);
  for (int level = 1; level <= highest; ++level) {
    unsigned const blocks = level_blocks(rolling::slots_of(rows, level));
    kernel_make_level<Transform><<<blocks, level_threads, 0, stream>>>(pack, rows, starts, level, made);
  }
  *nodes = made;
  return cudaGetLastError();
}

}  // namespace detail

/// Returns the launches that compute nodes; empty for transforms that reduce no windows.
template <class Transform>
constexpr LevelsEntry levels_entry() {
  if constexpr (rolling::has_reductions<Transform>) {
    if constexpr (rolling::WindowLevels<Transform>::List::size > 0) {
      return {&detail::level_bytes<Transform>, &detail::launch_levels<Transform>};
    }
  }
  return {};
}

}  // namespace rowfuse::cuda
