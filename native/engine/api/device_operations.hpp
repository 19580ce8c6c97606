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

/// A column of a device table: immutable memory on one device, shared by the tables that show it and the work that reads
/// it. The last to let go gives the memory back.
class ResidentColumn;
using SharedColumn = std::shared_ptr<ResidentColumn const>;

/// What the host may know of it.
struct ResidentColumnInfo {
  arrow::TypeId type = arrow::TypeId::none;
  int device = 0;
  std::int64_t length = 0;
  std::int64_t values_bytes = 0;  ///< of the values that its rows have
  std::int64_t device_bytes = 0;  ///< that its memory takes
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

  /// `done` runs on another thread, once. False when no thread can be had; `done` is then never called.
  virtual bool start(std::function<void()> done) = 0;
  /// Any thread. Kernels cannot be interrupted: what is running is finished first.
  virtual void cancel() = 0;

  Failure failure = Failure::none;
  std::string message;
};

/// Columns of the host's, copied to the device. A column whose type is nullable takes its validity along.
class UploadOperation : public DeviceOperation {
 public:
  std::vector<SharedColumn> columns;
  std::int32_t malformed_column = -1;  ///< a text column whose offsets are malformed: then nothing was copied
  std::int64_t malformed_row = -1;
};

/// A transform over columns on the device; the result stays there.
class RunOperation : public DeviceOperation {
 public:
  std::vector<SharedColumn> columns;       ///< one an output; none after a fault
  std::vector<std::int64_t> null_counts;   ///< by output column
  std::int64_t rows = -1;                  ///< output rows, where rows come and go
  std::int64_t fault_row = -1;             ///< counted from the first row of the run
  RowFault fault;
  double device_ms = 0;
};

/// Whole columns copied to the host. Buffers of `outputs` that are null are left out.
class DownloadOperation : public DeviceOperation {};

/// One row of columns, on the host.
class RowOperation : public DeviceOperation {
 public:
  struct Value {
    std::vector<std::uint8_t> values;           ///< one value, or one byte of a bitmap
    std::int32_t offsets[2] = {0, 0};           ///< Utf8, as they lie on the device
    bool sound = true;                          ///< Utf8: the offsets are within the column
    bool present = true;
  };
  std::vector<Value> row;  ///< by column; empty for one that is not given
};

/// A column that says of everything that it is there.
class PresentOperation : public DeviceOperation {
 public:
  SharedColumn column;
};

/// The first null of a column.
class FirstNullOperation : public DeviceOperation {
 public:
  std::int64_t row = -1;
};

/// The rate of the device's own copy: what a kernel that reads and writes every byte once can reach at most.
class CopyRateOperation : public DeviceOperation {
 public:
  double bytes_per_second = 0;  ///< read and written, of the median of some copies
};

// All null in an addon that was built without CUDA. Columns of one operation are on one device.

std::unique_ptr<UploadOperation> make_upload(std::vector<arrow::ColumnType> types,
                                             std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                             DeviceOptions options);
/// Runs over rows [first, first + length) of `inputs`; those of columns that the transform does not read may be empty, and those
/// of its scalars are. `scalars` has an entry an input, too, and borrows their text.
std::unique_ptr<RunOperation> make_run(Entry const& entry, std::vector<SharedColumn> inputs,
                                       std::vector<arrow::InputColumn> scalars, std::int64_t first, std::int64_t length,
                                       DeviceOptions options);
std::unique_ptr<DownloadOperation> make_download(std::vector<SharedColumn> columns,
                                                 std::vector<arrow::OutputColumn> outputs, DeviceOptions options);
std::unique_ptr<RowOperation> make_row(std::vector<SharedColumn> columns, std::int64_t row, DeviceOptions options);

/// Of `length` structs, in a bit each; or of the elements of as many lists, in a byte each: `counted`, where it is given, has `width`
/// bytes of each of them, a power of two.
std::unique_ptr<PresentOperation> make_present(std::int64_t length, SharedColumn counted, std::int64_t width,
                                               DeviceOptions options);

std::unique_ptr<FirstNullOperation> make_first_null(SharedColumn column, DeviceOptions options);

/// Copies `bytes` bytes; twice that is held meanwhile.
std::unique_ptr<CopyRateOperation> make_copy_rate(std::int64_t bytes, DeviceOptions options);

/// What the process holds on devices and has copied to and from them, in bytes.
struct Statistics {
  std::int64_t tables = 0;
  std::int64_t calls = 0;
  std::int64_t scratch = 0;
  std::int64_t uploaded = 0;
  std::int64_t downloaded = 0;
};

Statistics statistics();

}  // namespace rowfuse::cuda
