/// The functor that rowfuse emits for examples/redact.ts, through its one-pass kernel, over the same columns.
#pragma once

#include "cuda_check.cuh"
//
#include <rowfuse/cuda/entry.cuh>
#include <rowfuse/cuda/host/one_pass.hpp>

#include <memory>

#include "../../generated/redact/redact.row.hpp"
#include "arrow_column.cuh"
#include "device_table.cuh"

namespace bench {

class RowfuseOnePass {
 public:
  using Transform = rowfuse::generated::redact::Redact;

  explicit RowfuseOnePass(cudaStream_t stream) : stream_(stream), state_(std::make_shared<State>()) {}

  /// One phase: the kernel, between `start` and `sized`.
  DeviceOutput operator()(DeviceInput const& input, PhaseEvents const& events, bool poisoned) const {
    rowfuse::arrow::InputColumn const inputs[] = {arrow_column(input.name), arrow_column(input.visibility)};
    rowfuse::cuda::OnePass const pass(state_->entry);
    auto const offsets_bytes = (static_cast<std::size_t>(input.rows) + 1) * sizeof(std::int32_t);
    rowfuse::arrow::OutputColumn output;
    CUDA_CHECK(cudaMallocAsync(&output.offsets, offsets_bytes, stream_));
    poison(poisoned, output.offsets, offsets_bytes, stream_);
    output.values_bytes = pass.bound(0, inputs, input.rows);
    CUDA_CHECK(cudaMallocAsync(&output.values, static_cast<std::size_t>(output.values_bytes), stream_));
    poison(poisoned, output.values, static_cast<std::size_t>(output.values_bytes), stream_);
    rowfuse::cuda::Report report;
    std::vector<std::int64_t> bytes;
    record(events.start, stream_);
    int error = pass.launch(stream_, inputs, input.rows, &output, state_->workspace);
    record(events.sized, stream_);
    record(events.scanned, stream_);
    record(events.filling, stream_);
    if (error == cudaSuccess) error = pass.finish(input.rows, state_->workspace, report, bytes);
    if (error == rowfuse::cuda::one_pass_unsuited || report.fault_row >= 0 || report.changed_rows != 0) {
      std::fprintf(stderr, "the one-pass kernel did not run to its end\n");
      std::exit(1);
    }
    CUDA_CHECK(static_cast<cudaError_t>(error));
    return {output.offsets, static_cast<char*>(output.values), bytes[0]};
  }

 private:
  struct State {
    rowfuse::cuda::Entry entry = rowfuse::cuda::entry<Transform>("redact");
    rowfuse::cuda::Workspace workspace;
  };

  cudaStream_t stream_;
  std::shared_ptr<State> state_;
};

}  // namespace bench
