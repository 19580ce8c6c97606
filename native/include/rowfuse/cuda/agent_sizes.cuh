#pragma once

#include <cstdint>

#include <rowfuse/cuda/block_report.cuh>
#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/cuda/row_loader.cuh>
#include <rowfuse/row/counting_sink.hpp>

namespace rowfuse::cuda {

/// Sizes pass of one block: checks its rows' input, and stores the size of every text value.
template <class Transform, class Policy>
struct AgentSizes {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::int32_t length;
  std::uint64_t* report;

  __device__ void run() const {
    RowLoader<Input, true> const loader{inputs, length};
    BlockReport<Output::size, Policy::block_threads> totals;
    constexpr std::uint32_t tile = Policy::block_threads * Policy::rows_per_thread;
    std::uint32_t row = blockIdx.x * tile + threadIdx.x;  // unsigned: the last block may pass 2^31
    for (int i = 0; i < Policy::rows_per_thread; ++i, row += Policy::block_threads) {
      // Warp-uniform. One row past the end takes part: the scan wants an entry there.
      if ((row & ~31u) > static_cast<std::uint32_t>(length)) break;
      run_row(loader, static_cast<std::int32_t>(row), totals);
    }
    totals.flush(report);
  }

 private:
  template <class Totals>
  __device__ void run_row(RowLoader<Input, true> const& loader, std::int32_t row, Totals& totals) const {
    CountingSink<Output> out;
    auto const values = loader.load(row, out.fault);
    if (row < length && !out.fault) Transform{}(values, out);
    if (out.fault) report_fault(report, row, out.fault);
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        std::int64_t const size = out.fault ? 0 : out.bytes[index];
        // A size that 32 bits cannot hold also makes a total that is refused.
        constexpr std::int64_t most = 0x7FFFFFFF;
        if (row <= length) outputs.columns[index].offsets[row] = static_cast<std::int32_t>(size < most ? size : most);
        totals.counts[index] += warp_sum(static_cast<std::uint64_t>(size));
      }
    });
  }
};

}  // namespace rowfuse::cuda
