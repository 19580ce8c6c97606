#pragma once

#include <rowfuse/cuda/host/device_run.hpp>

#include "../api/device_operations.hpp"
#include "upload_columns.hpp"

namespace rowfuse::cuda {

class ResidentColumn {
 public:
  /// A column that was copied from the host.
  ResidentColumn(int device, arrow::TypeId type, std::int64_t length, UploadedColumn column);
  /// A column that a run wrote.
  ResidentColumn(int device, arrow::TypeId type, std::int64_t length, DeviceColumn column);
  ResidentColumn(ResidentColumn const&) = delete;
  ResidentColumn& operator=(ResidentColumn const&) = delete;
  ~ResidentColumn();

  ResidentColumnInfo info() const;
  /// Returns device pointers to the rows from `first` on.
  arrow::InputColumn from_row(std::int64_t first) const;
  /// The values of all rows, and their bytes; for text, the bytes that the offsets cover.
  void const* values() const { return values_.get(); }
  std::int64_t values_bytes() const { return view_.values_bytes - view_.values_begin; }
  std::int32_t const* offsets() const { return view_.offsets; }
  std::uint8_t const* validity() const { return view_.validity; }

 private:
  void keep();

  int const device_;
  arrow::TypeId const type_;
  std::int64_t const length_;
  DeviceBuffer values_;
  DeviceBuffer offsets_;
  DeviceBuffer validity_;
  arrow::InputColumn view_;
};

}  // namespace rowfuse::cuda
