#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/rolling/partition_starts.hpp>
#include <rowfuse/rolling/window_levels.hpp>

namespace rowfuse::cuda {

/// Marks the starts of partitions in the rows of a call: one thread per row.
template <class Transform>
__global__ void kernel_mark_starts(InputPack<Transform::Input::size> const inputs, std::int64_t length,
                                   rolling::PartitionStarts const starts) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row < length) rolling::WindowLevels<Transform>::mark(inputs.columns, row, starts);
}

/// Computes the nodes of a level: one thread per slot. The sixteen elements of a node are in the cache line that the first one fetches.
template <class Transform>
__global__ void kernel_make_level(InputPack<Transform::Input::size> const inputs, std::int64_t rows, rolling::PartitionStarts const starts,
                                  int level, void* nodes) {
  std::int64_t const slot = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (slot < rolling::slots_of(rows, level)) {
    rolling::WindowLevels<Transform>::make(inputs.columns, rows, starts, level, slot, nodes);
  }
}

}  // namespace rowfuse::cuda
