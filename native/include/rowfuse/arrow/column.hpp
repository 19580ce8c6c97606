#pragma once

#include <cstdint>

namespace rowfuse::arrow {

/// A dictionary-encoded text column. Only the CPU reads it; on a GPU such a column is decoded before the upload.
struct Dictionary {
  void const* indices = nullptr;    ///< one index per row, which is read only if the row is not null
  std::int32_t index_width = 4;     ///< bytes: 1, 2, 4 or 8
  bool index_is_signed = true;
  std::int64_t entries = 0;
  std::int64_t longest = 0;         ///< bytes of the longest entry. A hint for allocations, never a bound for writes

  /// Returns the entry of a row. The entry need not exist; a negative one never does.
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
        // Entries are counted in 32 bits, so an unsigned index that turns negative here was out of range already.
        return static_cast<std::int64_t const*>(indices)[row];
    }
  }
};

/// One input column as its bare Arrow buffers, borrowed: host pointers for the CPU backend, device pointers for CUDA.
///
/// Arrow JS slices `values` and `offsets` to the rows of a vector, but not bitmaps: those come with the bit of row 0.
///
/// A scalar (`ColumnType::scalar`) is one value for all rows. Text lies at `values` and has `values_bytes` bytes; `values_bit` is 1 if all
/// of them are ASCII. Any other value is in the low bytes of `values_begin`. A negative `values_bytes` stands for null.
struct InputColumn {
  void const* values = nullptr;             ///< UTF-8 bytes, little-endian numbers, or a bitmap for Bool
  std::int64_t values_bytes = 0;            ///< readable bytes at `values`: the limit of the offsets
  std::int64_t values_begin = 0;            ///< Utf8: the lowest offset whose byte is present (for a slice that was uploaded)
  std::int64_t values_bit = 0;              ///< Bool: bit offset of row 0; Utf8 under windows: 1 if all of it is ASCII
  std::int32_t const* offsets = nullptr;  ///< Utf8: length + 1 entries, not necessarily from 0; for a dictionary, its entries + 1
  std::uint8_t const* validity = nullptr;  ///< a set bit is a value that is present; null if the column has no nulls
  std::int64_t validity_bit = 0;  ///< bit offset of row 0
  std::int64_t rows = 0;  ///< for a column under windows: the number of all its rows. 0: the rows of the call
  std::int64_t first_row = 0;  ///< beside `rows`: the row of the column that is row 0 of the call
  Dictionary const* dictionary = nullptr;  ///< Utf8 on the CPU: `values` and `offsets` belong to its entries
  void const* levels = nullptr;  ///< for a column under windows: partial reductions computed beforehand (rolling/levels.hpp), or null
};

/// Memory for one output column, owned by the caller. Bitmaps start at bit 0.
struct OutputColumn {
  void* values = nullptr;
  std::int64_t values_bytes = 0;
  std::int32_t* offsets = nullptr;  ///< Utf8: length + 1 entries, written from 0
  std::uint8_t* validity = nullptr;  ///< nullable columns
};

}  // namespace rowfuse::arrow
