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

  /// The most bytes of an output column of text for these inputs. Below 0 where there is no bound, or none below 2^32, or
  /// no one-pass kernel.
  std::int64_t bound(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length) const;

  /// The bytes that the column's text should get: its bound, but no more than offsets reach, nor many times what is likely
  /// by the input and by what the transform wrote the last time. Below 0 as above.
  std::int64_t room(std::int32_t output, arrow::InputColumn const* inputs, std::int64_t length,
                    Workspace& workspace) const;

  /// Starts a run over 1 or more rows. `outputs[i].values` of text columns has room for `values_bytes`. `one_pass_unsuited`
  /// where the kernel cannot run here; nothing has happened then.
  int launch(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length,
             arrow::OutputColumn const* outputs, Workspace& workspace) const;

  /// Waits for that run. `bytes` takes the bytes of text, `report.columns` the nulls. `report.changed_rows` above 0: the
  /// launch was abandoned, since rows were not for it: malformed, too long or too many bytes for its memory, text that is not ASCII
  /// where that takes two evaluations, or a character that was cut in two. There is no result then.
  int finish(std::int64_t length, Workspace& workspace, Report& report, std::vector<std::int64_t>& bytes) const;

 private:
  double input_bytes_a_row(arrow::InputColumn const* inputs, std::int64_t length) const;
  int prepare(Workspace& workspace, std::int64_t length, CUstream_st* stream) const;

  Entry const& entry_;
};

}  // namespace rowfuse::cuda
