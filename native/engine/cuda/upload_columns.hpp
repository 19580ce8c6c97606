#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/cuda/host/device_memory.hpp>

#include "device_session.hpp"

namespace rowfuse::cuda {

/// A copy of a host column on the device, and its memory.
struct UploadedColumn {
  explicit UploadedColumn(MemoryUse use) : values(use), offsets(use), validity(use) {}

  DeviceBuffer values;
  DeviceBuffer offsets;
  DeviceBuffer validity;
  arrow::InputColumn view;
};

/// Copies columns of `length` rows to the device, in the order of the session's stream. Of a slice only its own bytes are copied. Offsets
/// keep their values, and the pointer moves instead; bitmaps begin in their first byte.
///
/// `only_sound` leaves out the text from the first row with malformed offsets on. Without it, text is left out only if the first and last
/// offset do not fit. `malformed`, if given, becomes true if there is such a row. Returns false, with the session's failure set, on
/// failure.
bool upload_columns(DeviceSession& session, std::vector<arrow::ColumnType> const& types, std::vector<arrow::InputColumn> const& host,
                    std::int64_t length, MemoryUse use, bool only_sound, std::vector<UploadedColumn>& columns, bool* malformed = nullptr);

/// Returns the number of rows before the first with malformed offsets.
std::int64_t sound_rows(arrow::InputColumn const& text, std::int64_t length);

}  // namespace rowfuse::cuda
