#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/cuda/host/device_memory.hpp>
#include <rowfuse/cuda/host/two_pass.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// One output column and its memory.
struct DeviceColumn {
  DeviceBuffer values{MemoryUse::call};
  DeviceBuffer offsets{MemoryUse::call};   ///< Utf8: rows + 1 entries from 0
  DeviceBuffer validity{MemoryUse::call};  ///< nullable columns
  std::int64_t values_bytes = 0;           ///< bytes in use of `values`, which may be larger
  std::int64_t null_count = 0;
};

/// The report of a run, on the host.
struct RunReport {
  std::int64_t fault_row = -1;  ///< the lowest row without a result, or -1
  RowFault fault;
  bool input_changed = false;   ///< the fill pass saw other bytes than the sizes pass
  bool too_large = false;       ///< a text column, or the number of rows, exceeds the 2^31 - 1 of 32-bit offsets
  std::int64_t rows = -1;       ///< output rows of filters and expansions

  /// True if the outputs hold the result.
  bool complete() const { return fault_row < 0 && !input_changed && !too_large; }
};

/// Runs a transform over columns on the device, from input to owned output. Only this class knows how many kernels that takes; its callers
/// (calls from the host, device tables) see columns in and columns out.
class DeviceRun {
 public:
  explicit DeviceRun(Entry const& entry) : entry_(entry) {}

  /// Runs over `length` rows and waits for the report. Later work on any stream may then read the outputs; those of filters and expansions
  /// have as many rows as the report says.
  /// The array `inputs` is on the host; its pointers are device pointers, aligned only to the width of their type. One column per output
  /// replaces the contents of `outputs`. If the report is not complete, only `values_bytes` of text columns is defined, and only with
  /// `too_large`. Returns a cudaError_t, or `over_memory_limit`.
  int run(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
          std::vector<DeviceColumn>& outputs, RunReport& report) const;

 private:
  int run_passes(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                 std::vector<DeviceColumn>& outputs, RunReport& report) const;
  int run_one_pass(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                   std::vector<DeviceColumn>& outputs, RunReport& report, bool& done) const;
  int run_emitting(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                   std::vector<DeviceColumn>& outputs, RunReport& report) const;
  int run_two_passes(CUstream_st* stream, arrow::InputColumn const* inputs, std::int64_t length, Workspace& workspace,
                     std::vector<DeviceColumn>& outputs, RunReport& report) const;

  Entry const& entry_;
};

}  // namespace rowfuse::cuda
