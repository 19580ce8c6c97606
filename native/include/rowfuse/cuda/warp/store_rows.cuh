#pragma once

#include <cstdint>

#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/warp/scan.cuh>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// Stores a fixed-width row for each lane that has one: values side by side, bits by votes. `first` is the row of lane 0, a multiple of 32;
/// `nulls` counts per column.
template <class Output, class Index, class Nulls>
__device__ __forceinline__ void store_warp_rows(OutputPack<Output::size> const& outputs, Index first, Index row, bool exists,
                                                WritingSink<Output>& out, Nulls& nulls) {
  for_each_column<Output>([&](auto index) {
    using Type = ColumnType<index, Output>;
    arrow::OutputColumn const& column = outputs.columns[index];
    auto const& slot = out.template slot<index>();
    if constexpr (is_boolean<Type>) {
      unsigned const word = __ballot_sync(full_warp, exists && slot.value);
      if ((threadIdx.x & 31) == 0) static_cast<std::uint32_t*>(column.values)[first / 32] = word;
    } else {
      if (exists) static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
    }
    if constexpr (is_nullable<Type>) {
      unsigned const word = __ballot_sync(full_warp, exists && slot.valid);
      if ((threadIdx.x & 31) == 0) reinterpret_cast<std::uint32_t*>(column.validity)[first / 32] = word;
      nulls.counts[index] += __popc(__ballot_sync(full_warp, exists)) - __popc(word);
    }
  });
}

}  // namespace rowfuse::cuda
