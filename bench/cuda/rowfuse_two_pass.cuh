/// The functor that rowfuse emits for examples/redact.ts, through its two-pass device transform, over the same columns.
#pragma once

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/device_transform.cuh>
#include <rowfuse/cuda/host/scan.hpp>

#include <memory>

#include "../../generated/redact/redact.row.hpp"
#include "arrow_column.cuh"
#include "device_table.cuh"

namespace bench {

class RowfuseTwoPass {
 public:
  using Transform = rowfuse::generated::redact::Redact;

  explicit RowfuseTwoPass(cudaStream_t stream) : stream_(stream), state_(std::make_shared<State>()) {}

  DeviceOutput operator()(DeviceInput const& input, PhaseEvents const& events, bool poisoned) const {
    rowfuse::arrow::InputColumn const inputs[] = {arrow_column(input.name), arrow_column(input.visibility)};
    auto const offsets_bytes = (static_cast<std::size_t>(input.rows) + 1) * sizeof(std::int32_t);
    rowfuse::arrow::OutputColumn output;
    CUDA_CHECK(cudaMallocAsync(&output.offsets, offsets_bytes, stream_));
    poison(poisoned, output.offsets, offsets_bytes, stream_);
    rowfuse::cuda::Report report;
    measure(inputs, input.rows, output, report, events);
    if (report.fault_row >= 0) {
      std::fprintf(stderr, "row %lld has no result\n", static_cast<long long>(report.fault_row));
      std::exit(1);
    }
    output.values_bytes = report.columns[0];
    CUDA_CHECK(cudaMallocAsync(&output.values, static_cast<std::size_t>(output.values_bytes), stream_));
    poison(poisoned, output.values, static_cast<std::size_t>(output.values_bytes), stream_);
    record(events.filling, stream_);
    check(state_->transform.fill(stream_, inputs, input.rows, &output, state_->workspace));
    return {output.offsets, static_cast<char*>(output.values), output.values_bytes};
  }

 private:
  struct State {
    rowfuse::cuda::DeviceTransform<Transform> transform;
    rowfuse::cuda::Workspace workspace;
    rowfuse::cuda::DeviceBuffer report;
    rowfuse::cuda::DeviceBuffer scan;
    rowfuse::cuda::DeviceBuffer ascii_warps;
  };

  /// Sizes and scan. The transform runs them as one step. Runs that time them separately launch them separately first, and only those
  /// runs pay for it: their times are never part of the whole.
  void measure(rowfuse::arrow::InputColumn const* inputs, std::int64_t rows, rowfuse::arrow::OutputColumn const& output,
               rowfuse::cuda::Report& report, PhaseEvents const& events) const {
    if (events.sized != nullptr) {
      constexpr auto entry = rowfuse::cuda::entry<Transform>("redact");
      constexpr std::size_t words = rowfuse::cuda::column_words + 1;
      check(state_->report.reserve(words * sizeof(std::uint64_t), stream_));
      auto* const report_words = static_cast<std::uint64_t*>(state_->report.get());
      check(state_->ascii_warps.reserve(static_cast<std::size_t>(rows / 32 + 1), stream_));
      auto* const ascii_warps = static_cast<std::uint8_t*>(state_->ascii_warps.get());
      std::size_t scan_bytes = 0;
      check(rowfuse::cuda::exclusive_scan(nullptr, scan_bytes, output.offsets, rows + 1, stream_));
      check(state_->scan.reserve(scan_bytes, stream_));
      CUDA_CHECK(cudaEventRecord(events.start, stream_));
      CUDA_CHECK(cudaMemsetAsync(report_words, 0, words * sizeof(std::uint64_t), stream_));
      check(entry.launch_sizes({inputs, rows, &output, report_words, ascii_warps, {}, {}}, stream_));
      record(events.sized, stream_);
      check(rowfuse::cuda::exclusive_scan(state_->scan.get(), scan_bytes, output.offsets, rows + 1, stream_));
      record(events.scanned, stream_);
    }
    check(state_->transform.measure(stream_, inputs, rows, &output, state_->workspace, report));
  }

  cudaStream_t stream_;
  std::shared_ptr<State> state_;
};

}  // namespace bench
