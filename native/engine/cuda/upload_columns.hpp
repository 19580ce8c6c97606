#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/cuda/host/device_memory.hpp>

#include "device_session.hpp"

namespace rowfuse::cuda {

/// A column of the host's on the device, with the memory that it lies in.
struct UploadedColumn {
  explicit UploadedColumn(MemoryUse use) : values(use), offsets(use), validity(use) {}

  DeviceBuffer values;
  DeviceBuffer offsets;
  DeviceBuffer validity;
  arrow::InputColumn view;
};

/// Copies columns of `length` rows to the device, in the order of the session's stream. A slice brings only its own bytes:
/// offsets keep their values, and the pointer moves instead; bitmaps begin in their first byte.
///
/// `only_sound` leaves out the text from the first row with malformed offsets on; otherwise that is done only where the
/// first and last offset do not fit. `malformed`, where given, is told whether there is such a row. False, with the
/// session's failure set, when something went wrong.
bool upload_columns(DeviceSession& session, std::vector<arrow::ColumnType> const& types,
                    std::vector<arrow::InputColumn> const& host, std::int64_t length, MemoryUse use, bool only_sound,
                    std::vector<UploadedColumn>& columns, bool* malformed = nullptr);

/// Rows before the first whose offsets are malformed.
std::int64_t sound_rows(arrow::InputColumn const& text, std::int64_t length);

}  // namespace rowfuse::cuda
