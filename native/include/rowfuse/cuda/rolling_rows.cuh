#pragma once

#include <cstdint>

#include <rowfuse/cuda/agent_map.cuh>
#include <rowfuse/cuda/block_report.cuh>
#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// The rows [first, first + rows) of a rolling transform, by all threads of a block: each warp 32 neighbours at a time, so that values
/// are stored together and bits by votes. `first` is a multiple of 32. `fill(j, row, values)` gives row first + j its totals and states.
template <class Transform, int block_threads, class Fill>
__device__ void evaluate_rows(InputPack<Transform::Input::size> const& inputs,
                              OutputPack<Transform::Output::size> const& outputs, Window const& window, std::int64_t first,
                              int rows, std::int64_t length, std::uint64_t* report, Fill const& fill) {
  using Output = typename Transform::Output;
  BlockReport<Output::size, block_threads> nulls;
  for (int group = static_cast<int>(threadIdx.x & ~31u); group < rows; group += block_threads) {
    std::int64_t const warp_row = first + group;
    if (warp_row >= length) break;
    int const j = group + static_cast<int>(threadIdx.x & 31);
    std::int64_t const row = first + j;
    bool const exists = row < length;
    WritingSink<Output> out;
    if (exists) {
      rolling::WindowRow<Transform> values;
      rolling::begin_row(values, inputs.columns, window, row, length);
      fill(j, row, values);
      rolling::evaluate(values, window.min_periods, out);
      if (out.fault) report_fault(report, row, out.fault);
    }
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      auto const& slot = out.template slot<index>();
      if constexpr (is_boolean<Type>) {
        detail::store_bits<1>(static_cast<std::uint32_t*>(column.values) + warp_row / 32, exists && slot.value);
      } else {
        if (exists) static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
      }
      if constexpr (is_nullable<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.valid);
        if ((threadIdx.x & 31) == 0) reinterpret_cast<std::uint32_t*>(column.validity)[warp_row / 32] = word;
        nulls.counts[index] += __popc(__ballot_sync(full_warp, exists)) - __popc(word);
      }
    });
  }
  if constexpr (has_nullable_column<Output>) nulls.flush(report);
}

}  // namespace rowfuse::cuda
