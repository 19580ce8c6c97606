#include "resident_column.hpp"

#include <utility>

#include <cuda_runtime_api.h>

#include <rowfuse/arrow/rows_from.hpp>

#include "device_scope.hpp"

namespace rowfuse::cuda {

ResidentColumn::ResidentColumn(int device, arrow::TypeId type, std::int64_t length, UploadedColumn column)
    : device_(device),
      type_(type),
      length_(length),
      values_(std::move(column.values)),
      offsets_(std::move(column.offsets)),
      validity_(std::move(column.validity)),
      view_(column.view) {
  keep();
}

ResidentColumn::ResidentColumn(int device, arrow::TypeId type, std::int64_t length, DeviceColumn column)
    : device_(device),
      type_(type),
      length_(length),
      values_(std::move(column.values)),
      offsets_(std::move(column.offsets)),
      validity_(std::move(column.validity)) {
  view_.values = values_.get();
  view_.values_bytes = column.values_bytes;
  view_.offsets = static_cast<std::int32_t const*>(offsets_.get());
  // A bitmap without nulls is useless.
  if (column.null_count == 0) validity_.reset();
  view_.validity = static_cast<std::uint8_t const*>(validity_.get());
  keep();
}

ResidentColumn::~ResidentColumn() {
  DeviceScope const scope(device_);
  values_.reset();
  offsets_.reset();
  validity_.reset();
}

void ResidentColumn::keep() {
  for (DeviceBuffer* buffer : {&values_, &offsets_, &validity_}) buffer->use_for(MemoryUse::table);
}

ResidentColumnInfo ResidentColumn::info() const {
  return {type_,
          device_,
          length_,
          values_bytes(),
          static_cast<std::int64_t>(values_.bytes() + offsets_.bytes() + validity_.bytes()),
          view_.validity != nullptr};
}

arrow::InputColumn ResidentColumn::from_row(std::int64_t first) const {
  return arrow::rows_from({type_, view_.validity != nullptr}, view_, first);
}

ResidentColumnInfo describe(ResidentColumn const& column) { return column.info(); }

}  // namespace rowfuse::cuda
