#include "column_parts.hpp"

#include <algorithm>
#include <system_error>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/rows_from.hpp>

#include "device_scope.hpp"

namespace rowfuse::cuda {

namespace {

/// The approximate size of a part. A part has at least one row.
constexpr std::int64_t part_bytes = std::int64_t{256} << 20;

}  // namespace

ColumnParts::~ColumnParts() {
  taking_ = {};  // waits for the thread
  if (!session_.is_open()) return;
  DeviceScope const scope(session_.options().device);
  for (auto& columns : columns_) columns.clear();
  session_.close();
}

bool ColumnParts::add(std::vector<arrow::InputColumn> const& host, std::int64_t length) {
  auto const wait = [this] { return !taking_.valid() || taking_.get(); };
  int turn = 0;
  for (Part part; part.end < length; turn ^= 1) {
    part = {part.end, end_of_part(host, part.end, length)};
    std::vector<arrow::InputColumn> views;
    bool const brought = session_.open() && bring(session_, host, part, false, columns_[turn], views) && session_.end_timing();
    // A failure of an earlier part comes first.
    if (!wait() || !brought || session_.stopped()) return false;
    auto const body = [this, part, views] { return take_(part, views, session_.lane().end); };
    bool const is_last = part.end == length;
    try {
      taking_ = std::async(is_last ? std::launch::deferred : std::launch::async, body);
    } catch (std::system_error const&) {  // no thread is available
      taking_ = std::async(std::launch::deferred, body);
    }
  }
  bool const taken = wait();
  for (auto& columns : columns_) columns.clear();
  return taken;
}

bool ColumnParts::bring(DeviceSession& session, std::vector<arrow::InputColumn> const& host, Part const& part, bool only_sound,
                        std::vector<UploadedColumn>& columns, std::vector<arrow::InputColumn>& views) const {
  std::vector<arrow::ColumnType> const types(layout_.inputs, layout_.inputs + layout_.input_count);
  std::vector<arrow::InputColumn> rows;
  rows.reserve(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) rows.push_back(arrow::rows_from(types[i], host[i], part.first));
  if (!upload_columns(session, types, rows, part.end - part.first, MemoryUse::call, only_sound, columns)) return false;
  views.clear();
  for (std::size_t i = 0; i < types.size(); ++i) views.push_back(arrow::rows_from(types[i], columns[i].view, -part.first));
  return true;
}

/// Returns the end of a part: as many rows as have about `part_bytes` bytes. Each part would need all rows of columns under windows, so
/// those calls have only one part.
std::int64_t ColumnParts::end_of_part(std::vector<arrow::InputColumn> const& host, std::int64_t first, std::int64_t length) const {
  for (std::int32_t i = 0; i < layout_.input_count; ++i) {
    if (layout_.inputs[i].window) return length;
  }
  std::int64_t enough = first + 1;
  std::int64_t end = length;
  while (enough < end) {
    std::int64_t const middle = enough + (end - enough + 1) / 2;
    if (bytes_of(host, first, middle) <= part_bytes) enough = middle;
    else end = middle - 1;
  }
  return enough;
}

std::int64_t ColumnParts::bytes_of(std::vector<arrow::InputColumn> const& host, std::int64_t first, std::int64_t end) const {
  std::int64_t bytes = 0;
  for (std::int32_t i = 0; i < layout_.input_count; ++i) {
    arrow::ColumnType const type = layout_.inputs[i];
    if (type.id == arrow::TypeId::none) continue;
    arrow::InputColumn const& column = host[static_cast<std::size_t>(i)];
    bytes += (end - first) * arrow::staged_width(type.id);
    if (type.id == arrow::TypeId::boolean) bytes += arrow::bitmap_bytes(end - first);
    if (type.nullable && column.validity != nullptr) bytes += arrow::bitmap_bytes(end - first);
    // Malformed offsets may have any value.
    if (arrow::has_offsets(type.id))
      bytes += std::clamp<std::int64_t>(column.offsets[end] - std::int64_t{column.offsets[first]}, 0, column.values_bytes);
  }
  return bytes;
}

}  // namespace rowfuse::cuda
