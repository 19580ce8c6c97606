#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/cuda/host/two_pass.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// The one-pass kernel of a transform over device-resident columns. All functions return a cudaError_t.
class OnePass {
 public:
  explicit OnePass(Entry const& entry) : entry_(entry) {}

  /// Returns the most bytes of a text column of the output for these inputs. Negative if there is no bound below 2^32, or no one-pass
  /// kernel.
  std::int64_t bound(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length) const;

  /// Returns the bytes to allocate for the text of the column: its bound, limited by the range of offsets and by a multiple of the size
  /// that the input and the last run make likely. Negative as above.
  std::int64_t room(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace) const;

  /// Starts a run over 1 or more rows. `outputs[i].values` of text columns has room for `values_bytes`. Returns `one_pass_unsuited`, and
  /// does nothing, if the kernel cannot run here.
  int launch(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, arrow::OutputColumn const* outputs,
             Workspace& workspace) const;

  /// Waits for that run. `bytes` takes the bytes of text, `report.columns` the nulls. A `report.changed_rows` above 0 means that the launch
  /// was abandoned and has no result. The reasons are: a row was malformed or too long, the text did not fit the memory, text was not ASCII
  /// where that takes two evaluations, or a character was cut in two.
  int finish(std::int64_t length, Workspace& workspace, Report& report, std::vector<std::int64_t>& bytes) const;

 private:
  double input_bytes_a_row(arrow::InputColumn const* inputs, std::int64_t length) const;
  int prepare(Workspace& workspace, std::int64_t length, CUstream_st* stream) const;

  Entry const& entry_;
};

}  // namespace rowfuse::cuda
