#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/map/agent.cuh>
#include <rowfuse/cuda/warp/store_rows.cuh>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// Evaluates the rows [first, first + rows) of a rolling transform with all threads of a block. Each warp takes 32 neighbours at a time, so
/// that values are stored together and bits by votes. `first` is a multiple of 32. `fill(j, row, values)` sets the totals and states of row
/// first + j.
template <class Transform, int block_threads, class Fill>
__device__ void evaluate_rows(InputPack<Transform::Input::size> const& inputs, OutputPack<Transform::Output::size> const& outputs,
                              Window const& window, std::int64_t first, int rows, std::int64_t length, std::uint64_t* report,
                              Fill const& fill) {
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
    store_warp_rows<Output>(outputs, warp_row, row, exists, out, nulls);
  }
  if constexpr (has_nullable_column<Output>) nulls.flush(report);
}

}  // namespace rowfuse::cuda
