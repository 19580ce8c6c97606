#include "upload_columns.hpp"

#include <deque>

#include <rowfuse/arrow/bits.hpp>

#include "transfer.hpp"

namespace rowfuse::cuda {

namespace {

/// Takes device memory for columns, and collects the copies that fill it.
class Uploader {
 public:
  Uploader(DeviceSession& session, std::int64_t length, bool only_sound, bool check_offsets)
      : session_(session), length_(length), only_sound_(only_sound), check_offsets_(check_offsets) {}

  bool add(arrow::ColumnType type, arrow::InputColumn const& host, UploadedColumn& column) {
    arrow::InputColumn& view = column.view;
    if (type.scalar != arrow::TypeId::none) return scalar(type.scalar, host, column);
    if (type.id == arrow::TypeId::none) return true;
    std::int64_t const rows = type.window ? host.rows : length_;
    view.rows = host.rows;
    view.first_row = host.first_row;
    if (type.window && arrow::has_offsets(type.id)) view.values_bit = host.values_bit;
    if (type.nullable && host.validity != nullptr) {
      if (!bits(host.validity, host.validity_bit, rows, column.validity, view.validity_bit)) return false;
      view.validity = static_cast<std::uint8_t const*>(column.validity.get());
    }
    if (arrow::has_offsets(type.id)) return text(host, rows, column);
    if (type.id == arrow::TypeId::boolean) {
      if (!bits(host.values, host.values_bit, rows, column.values, view.values_bit)) return false;
      view.values_bytes = arrow::bitmap_bytes(view.values_bit + rows);
    } else {
      view.values_bytes = rows * arrow::byte_width(type.id);
      if (!bytes(host.values, view.values_bytes, column.values)) return false;
    }
    view.values = column.values.get();
    return true;
  }

  bool copy(bool* malformed) {
    bool const copied = session_.check(upload(copies_, session_.stream(), session_.options().threads));
    for (OffsetsCheck const& check : checks_) *malformed |= check.malformed.load(std::memory_order_relaxed);
    return copied;
  }

 private:
  bool bytes(void const* host, std::int64_t size, DeviceBuffer& buffer) {
    if (!session_.check(buffer.reserve(static_cast<std::size_t>(size), session_.stream()))) return false;
    copies_.push_back({buffer.get(), host, size});
    return true;
  }

  /// The view itself holds a scalar of fixed width.
  bool scalar(arrow::TypeId type, arrow::InputColumn const& host, UploadedColumn& column) {
    column.view = host;
    if (!arrow::has_offsets(type) || host.values_bytes <= 0) return true;
    if (!bytes(host.values, host.values_bytes, column.values)) return false;
    column.view.values = column.values.get();
    return true;
  }

  bool bits(void const* host, std::int64_t bit, std::int64_t rows, DeviceBuffer& buffer, std::int64_t& device_bit) {
    device_bit = bit & 7;
    return bytes(static_cast<char const*>(host) + (bit >> 3), arrow::bitmap_bytes(device_bit + rows), buffer);
  }

  bool text(arrow::InputColumn const& host, std::int64_t rows, UploadedColumn& column) {
    if (!bytes(host.offsets, (rows + 1) * std::int64_t{sizeof(std::int32_t)}, column.offsets)) return false;
    column.view.offsets = static_cast<std::int32_t const*>(column.offsets.get());
    if (check_offsets_) {
      checks_.emplace_back().values_bytes = host.values_bytes;
      copies_.back().check = &checks_.back();
    }
    std::int64_t begin = host.offsets[0];
    std::int64_t end = host.offsets[rows];
    if (only_sound_ || begin < 0 || end < begin || end > host.values_bytes) {
      std::int64_t const sound = sound_rows(host, rows);
      begin = sound == 0 ? 0 : begin;
      end = sound == 0 ? 0 : host.offsets[sound];
    }
    if (!bytes(static_cast<char const*>(host.values) + begin, end - begin, column.values)) return false;
    column.view.values =
        reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(column.values.get()) - static_cast<std::uintptr_t>(begin));
    column.view.values_begin = begin;
    column.view.values_bytes = end;
    return true;
  }

  DeviceSession& session_;
  std::int64_t const length_;
  bool const only_sound_;
  bool const check_offsets_;
  std::deque<OffsetsCheck> checks_;
  std::vector<Copy> copies_;
};

}  // namespace

bool upload_columns(DeviceSession& session, std::vector<arrow::ColumnType> const& types, std::vector<arrow::InputColumn> const& host,
                    std::int64_t length, MemoryUse use, bool only_sound, std::vector<UploadedColumn>& columns, bool* malformed) {
  columns.clear();
  Uploader uploader(session, length, only_sound, malformed != nullptr);
  for (std::size_t i = 0; i < types.size(); ++i) {
    columns.emplace_back(use);
    if (length > 0 && !uploader.add(types[i], host[i], columns.back())) return false;
  }
  return uploader.copy(malformed);
}

std::int64_t sound_rows(arrow::InputColumn const& text, std::int64_t length) {
  std::int64_t row = 0;
  while (row < length && text.offsets[row] >= 0 && text.offsets[row + 1] >= text.offsets[row] &&
         text.offsets[row + 1] <= text.values_bytes) {
    ++row;
  }
  return row;
}

}  // namespace rowfuse::cuda
