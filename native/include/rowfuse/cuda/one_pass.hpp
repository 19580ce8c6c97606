#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/cuda/entry_table.hpp>
#include <rowfuse/cuda/two_pass.hpp>

namespace rowfuse::cuda {

/// The one-pass kernel of a transform over device-resident columns. All functions return a cudaError_t.
class OnePass {
 public:
  explicit OnePass(Entry const& entry) : entry_(entry) {}

  /// The most bytes of an output column of text for these inputs: its bound, at most one more than 2^31 - 1. Below 0
  /// where there is no bound, or no one-pass kernel.
  std::int64_t bound(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length) const;

  /// Runs over 1 or more rows and waits. `outputs[i].values` of text columns has room for the bound, and `values_bytes`
  /// says how much there is. `bytes` takes the bytes of text, `report.columns` the nulls. `one_pass_unsuited` where the
  /// kernel cannot run here; nothing has happened then. `report.changed_rows` above 0: the result must not be used.
  int run(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length,
          arrow::OutputColumn const* outputs, Workspace& workspace, Report& report,
          std::vector<std::int64_t>& bytes) const;

 private:
  int prepare(Workspace& workspace, std::int64_t length, CUstream_st* stream) const;

  Entry const& entry_;
};

}  // namespace rowfuse::cuda
