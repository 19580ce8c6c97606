#pragma once

#include <cstdint>

namespace rowfuse::arrow {

/// Text whose rows are entries of a list. Only the CPU reads it: elsewhere such a column is spread out before.
struct Dictionary {
  void const* indices = nullptr;    ///< one a row: the number of its entry, which is looked at where the row is not null
  std::int32_t index_width = 4;     ///< bytes: 1, 2, 4 or 8
  bool index_is_signed = true;
  std::int64_t entries = 0;
  std::int64_t longest = 0;         ///< bytes of the longest entry, told to size memory by, never to write by

  /// The entry of a row, which need not exist; below 0 is none.
  std::int64_t entry(std::int64_t row) const {
    switch (index_width) {
      case 1:
        return index_is_signed ? std::int64_t{static_cast<std::int8_t const*>(indices)[row]}
                               : std::int64_t{static_cast<std::uint8_t const*>(indices)[row]};
      case 2:
        return index_is_signed ? std::int64_t{static_cast<std::int16_t const*>(indices)[row]}
                               : std::int64_t{static_cast<std::uint16_t const*>(indices)[row]};
      case 4:
        return index_is_signed ? std::int64_t{static_cast<std::int32_t const*>(indices)[row]}
                               : std::int64_t{static_cast<std::uint32_t const*>(indices)[row]};
      default:
        // Entries are counted in 32 bits: an unsigned index that turns negative is as wrong as it was.
        return static_cast<std::int64_t const*>(indices)[row];
    }
  }
};

/// One input column as its bare Arrow buffers, borrowed: host pointers for the CPU backend, device pointers for CUDA.
///
/// Arrow JS cuts `values` and `offsets` to a vector's slice, but not bitmaps: those come with the bit of row 0.
///
/// A scalar (`ColumnType::scalar`) is one value for all rows: text at `values`, of `values_bytes` bytes, with `values_bit` 1 where
/// all of them are ASCII; any other value as the low bytes of `values_begin`. Null where `values_bytes` is negative.
struct InputColumn {
  void const* values = nullptr;             ///< UTF-8 bytes, little-endian numbers, or a bitmap for Bool
  std::int64_t values_bytes = 0;            ///< readable bytes at `values`: the end of what offsets may reach
  std::int64_t values_begin = 0;            ///< Utf8: the lowest offset whose byte is there (a slice that was uploaded)
  std::int64_t values_bit = 0;              ///< Bool: bit offset of row 0; Utf8 that windows are of: 1 where it is ASCII throughout
  std::int32_t const* offsets = nullptr;  ///< Utf8: length + 1 entries, not necessarily from 0; of a dictionary, one more than that has
  std::uint8_t const* validity = nullptr;  ///< bit set = value present; null when the column has no nulls
  std::int64_t validity_bit = 0;  ///< bit offset of row 0
  std::int64_t rows = 0;  ///< of a column that windows are of: all rows of it. 0: those of the call
  std::int64_t first_row = 0;  ///< beside `rows`: which of them is the call's first
  Dictionary const* dictionary = nullptr;  ///< Utf8 on the CPU: `values` and `offsets` are those of its entries
  void const* levels = nullptr;  ///< of a column that windows are of: what is reduced beforehand (rolling/levels.hpp), if it is
};

/// Memory for one output column, owned by the caller. Bitmaps start at bit 0.
struct OutputColumn {
  void* values = nullptr;
  std::int64_t values_bytes = 0;
  std::int32_t* offsets = nullptr;  ///< Utf8: length + 1 entries, written from 0
  std::uint8_t* validity = nullptr;  ///< nullable columns
};

}  // namespace rowfuse::arrow
