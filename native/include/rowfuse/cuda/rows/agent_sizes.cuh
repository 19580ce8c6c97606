#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/block/staged_patterns.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rows/long_rows.cuh>
#include <rowfuse/cuda/warp/rows.cuh>
#include <rowfuse/row/counting_sink.hpp>

namespace rowfuse::cuda {

/// The sizes pass of one block of rows: checks their input, and stores the size of every text value.
template <class Transform, class Policy>
struct AgentSizes {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::int32_t length;
  std::uint64_t* report;
  std::uint8_t* ascii_warps;  // one per 32 rows: true if all their text is ASCII
  LongRows long_rows;

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> totals;
    constexpr std::uint32_t tile = Policy::block_threads * Policy::rows_per_thread;
    std::uint32_t row = blockIdx.x * tile + threadIdx.x;  // unsigned: the last block may pass 2^31
    for (int i = 0; i < Policy::rows_per_thread; ++i, row += Policy::block_threads) {
      // Warp-uniform. One row past the end takes part, because the scan needs an entry there.
      if ((row & ~31u) > static_cast<std::uint32_t>(length)) break;
      run_row(static_cast<std::int32_t>(row), totals);
    }
    totals.flush(report);
  }

 private:
  template <class Totals>
  __device__ void run_row(std::int32_t row, Totals& totals) const {
    CountingSink<Output> out;
    WarpRows<Input> const rows(inputs, length, row, out.fault);
    bool left_out = false;
    if constexpr (takes_long_rows<Transform>) left_out = rows.is_long() && list_long_row(report, long_rows, row);
    bool const mine = rows.exists() && !left_out;
    // Long rows are not read here, not even to find out whether the others are ASCII.
    bool const ascii = __any_sync(full_warp, left_out) == 0 && rows.are_ascii();
    if ((threadIdx.x & 31) == 0) ascii_warps[row >> 5] = ascii;
    // Two copies of the row function: in ASCII text an index is a byte, and the walks over characters fold away.
    if (ascii) {
      if (mine && !out.fault) Transform{}(rows.template values<true, stages_patterns<Transform>>(), out);
    } else {
      if (mine) rows.validate(out.fault);
      if (mine && !out.fault) Transform{}(rows.template values<false, stages_patterns<Transform>>(), out);
    }
    if (out.fault) report_fault(report, row, out.fault);
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        std::int64_t const size = out.fault ? 0 : out.bytes[index];
        // A size that does not fit in 32 bits makes a total that is refused.
        constexpr std::int64_t most = 0x7FFFFFFF;
        if (row <= length) outputs.columns[index].offsets[row] = static_cast<std::int32_t>(size < most ? size : most);
        totals.counts[index] += warp_sum(static_cast<std::uint64_t>(size));
      }
    });
  }
};

}  // namespace rowfuse::cuda
