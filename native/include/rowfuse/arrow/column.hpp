#pragma once

#include <cstdint>

namespace rowfuse::arrow {

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
  std::int64_t values_bit = 0;              ///< Bool: bit offset of row 0
  std::int32_t const* offsets = nullptr;    ///< Utf8: length + 1 entries, not necessarily from 0
  std::uint8_t const* validity = nullptr;   ///< bit set = value present; null when the column has no nulls
  std::int64_t validity_bit = 0;            ///< bit offset of row 0
};

/// Memory for one output column, owned by the caller. Bitmaps start at bit 0.
struct OutputColumn {
  void* values = nullptr;
  std::int64_t values_bytes = 0;
  std::int32_t* offsets = nullptr;     ///< Utf8: length + 1 entries, written from 0
  std::uint8_t* validity = nullptr;    ///< nullable columns
};

}  // namespace rowfuse::arrow
