#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/cuda/host/device_memory.hpp>
#include <rowfuse/cuda/host/two_pass.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse::cuda {

/// One output column, with the memory that it lies in.
struct DeviceColumn {
  DeviceBuffer values{MemoryUse::call};
  DeviceBuffer offsets{MemoryUse::call};   ///< Utf8: rows + 1 entries from 0
  DeviceBuffer validity{MemoryUse::call};  ///< nullable columns
  std::int64_t values_bytes = 0;           ///< of `values`, which may have room for more
  std::int64_t null_count = 0;
};

/// What a run found, on the host.
struct RunReport {
  std::int64_t fault_row = -1;  ///< the lowest row without a result, or -1
  RowFault fault;
  bool input_changed = false;   ///< other bytes came than were measured
  bool too_large = false;       ///< a text column passes the 2^31 - 1 bytes that 32-bit offsets reach, or there are as many rows
  std::int64_t rows = -1;       ///< output rows, where rows come and go

  /// Whether the outputs hold the result.
  bool complete() const { return fault_row < 0 && !input_changed && !too_large; }
};

/// A transform over columns on the device, from input to owned output: the one place that knows how many kernels that
/// takes. What is above it (calls from the host, device tables) sees columns in and columns out.
class DeviceRun {
 public:
  explicit DeviceRun(Entry const& entry) : entry_(entry) {}

  /// Runs over `length` rows and waits for the report: when it returns, the outputs are what later work on any stream
  /// may read: as many rows as the report says, where rows come and go. `inputs` are device pointers, aligned to the width of their type and no more; the array itself is on the
  /// host. `outputs` is replaced, by one column an output; where the report is not complete only `values_bytes` of text
  /// columns means something, and only with `too_large`. Returns a cudaError_t, or `over_memory_limit`.
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
