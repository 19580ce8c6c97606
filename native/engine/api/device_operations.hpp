#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

#include "call.hpp"
#include "device_options.hpp"

namespace rowfuse::cuda {

/// A column of a device table: immutable memory on one device. The tables that contain it and the work that reads it share it. The last
/// owner frees the memory.
class ResidentColumn;
using SharedColumn = std::shared_ptr<ResidentColumn const>;

/// The description of a resident column for the host.
struct ResidentColumnInfo {
  arrow::TypeId type = arrow::TypeId::none;
  int device = 0;
  std::int64_t length = 0;
  std::int64_t values_bytes = 0;  ///< of the values of its rows
  std::int64_t device_bytes = 0;  ///< of its memory
  bool nullable = false;          ///< has a validity bitmap
};

ResidentColumnInfo describe(ResidentColumn const& column);

/// One asynchronous piece of work on a device.
class DeviceOperation {
 public:
  DeviceOperation() = default;
  DeviceOperation(DeviceOperation const&) = delete;
  DeviceOperation& operator=(DeviceOperation const&) = delete;
  virtual ~DeviceOperation() = default;

  /// Starts the work; `done` runs once, on another thread. Returns false if no thread is available; `done` is then never called.
  virtual bool start(std::function<void()> done) = 0;
  /// Cancels the work. May be called on any thread. Kernels cannot be interrupted: a running one is finished first.
  virtual void cancel() = 0;

  Failure failure = Failure::none;
  std::string message;
};

/// Copies columns of the host to the device. For a column of a nullable type this includes its validity.
class UploadOperation : public DeviceOperation {
 public:
  std::vector<SharedColumn> columns;
  std::int32_t malformed_column = -1;  ///< a text column with malformed offsets: nothing was copied
  std::int64_t malformed_row = -1;
};

/// Runs a transform over columns on the device; the result stays there.
class RunOperation : public DeviceOperation {
 public:
  std::vector<SharedColumn> columns;       ///< one per output; none after a fault
  std::vector<std::int64_t> null_counts;   ///< by output column
  std::int64_t rows = -1;                  ///< output rows of filters and expansions
  std::int64_t fault_row = -1;             ///< counted from the first row of the run
  RowFault fault;
  double device_ms = 0;
};

/// Copies whole columns to the host. Skips buffers of `outputs` that are null.
class DownloadOperation : public DeviceOperation {};

/// Copies one row of columns to the host.
class RowOperation : public DeviceOperation {
 public:
  struct Value {
    std::vector<std::uint8_t> values;           ///< one value, or one byte of a bitmap
    std::int32_t offsets[2] = {0, 0};           ///< Utf8: as on the device
    bool sound = true;                          ///< Utf8: the offsets are within the column
    bool present = true;
  };
  std::vector<Value> row;  ///< by column; empty for columns that are not given
};

/// Makes a column in which every entry is present.
class PresentOperation : public DeviceOperation {
 public:
  SharedColumn column;
};

/// Finds the first null of a column.
class FirstNullOperation : public DeviceOperation {
 public:
  std::int64_t row = -1;
};

/// Measures the rate of the device's own copy, which is the upper bound for a kernel that reads and writes every byte once.
class CopyRateOperation : public DeviceOperation {
 public:
  double bytes_per_second = 0;  ///< read and written; the median of some copies
};

// These return null in an addon that was built without CUDA. Columns of one operation are on one device.

std::unique_ptr<UploadOperation> make_upload(std::vector<arrow::ColumnType> types, std::vector<arrow::InputColumn> inputs,
                                             std::int64_t length, DeviceOptions options);
/// Runs over rows [first, first + length) of `inputs`. Entries of columns that the transform does not read may be empty, and those of its
/// scalars are. `scalars` also has one entry per input, and borrows their text.
std::unique_ptr<RunOperation> make_run(Entry const& entry, std::vector<SharedColumn> inputs, std::vector<arrow::InputColumn> scalars,
                                       std::int64_t first, std::int64_t length, DeviceOptions options);
std::unique_ptr<DownloadOperation> make_download(std::vector<SharedColumn> columns, std::vector<arrow::OutputColumn> outputs,
                                                 DeviceOptions options);
std::unique_ptr<RowOperation> make_row(std::vector<SharedColumn> columns, std::int64_t row, DeviceOptions options);

/// Makes one bit for each of `length` structs. If `counted` is given, makes one byte for each element of as many lists instead; `counted`
/// has `width` bytes, a power of two, per element.
std::unique_ptr<PresentOperation> make_present(std::int64_t length, SharedColumn counted, std::int64_t width, DeviceOptions options);

std::unique_ptr<FirstNullOperation> make_first_null(SharedColumn column, DeviceOptions options);

/// Copies `bytes` bytes, and holds twice that meanwhile.
std::unique_ptr<CopyRateOperation> make_copy_rate(std::int64_t bytes, DeviceOptions options);

/// The bytes that the process holds on devices and has copied to and from them.
struct Statistics {
  std::int64_t tables = 0;
  std::int64_t calls = 0;
  std::int64_t scratch = 0;
  std::int64_t uploaded = 0;
  std::int64_t downloaded = 0;
};

Statistics statistics();

}  // namespace rowfuse::cuda
