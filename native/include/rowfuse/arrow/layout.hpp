#pragma once

#include <cstdint>

namespace rowfuse::arrow {

enum class TypeId : std::int32_t {
  none,    ///< declared but never read by the row function; or one value for all rows
  boolean,
  int8,
  int16,
  int32,
  uint8,
  uint16,
  uint32,
  int64,
  uint64,
  float32,
  float64,
  utf8,
  date32,
  timestamp_s,
  timestamp_ms,
  timestamp_us,
  timestamp_ns,
  binary,
};

/// The properties of a column that a caller needs to check its buffers.
struct ColumnType {
  TypeId id = TypeId::none;      ///< for columns with one value per row
  bool nullable = false;
  TypeId scalar = TypeId::none;  ///< for columns with one value for all rows, which have no buffers: see `InputColumn`
  bool window = false;           ///< rows see the rows around them: the buffers hold all rows of the column
};

/// True if the values of a column are byte sequences of any length, which offsets separate.
constexpr bool has_offsets(TypeId id) { return id == TypeId::utf8 || id == TypeId::binary; }

/// Bytes of one value; 0 for types without a fixed number of bytes (Utf8, Binary, Bool, unread columns).
constexpr std::int32_t byte_width(TypeId id) {
  switch (id) {
    case TypeId::int8:
    case TypeId::uint8: return 1;
    case TypeId::int16:
    case TypeId::uint16: return 2;
    case TypeId::int32:
    case TypeId::uint32:
    case TypeId::float32:
    case TypeId::date32: return 4;
    case TypeId::int64:
    case TypeId::uint64:
    case TypeId::float64:
    case TypeId::timestamp_s:
    case TypeId::timestamp_ms:
    case TypeId::timestamp_us:
    case TypeId::timestamp_ns: return 8;
    default: return 0;
  }
}

/// Bytes per row in a column's array: of its value, or of an offset for text. Bits are not counted.
constexpr std::int32_t staged_width(TypeId id) { return has_offsets(id) ? std::int32_t{sizeof(std::int32_t)} : byte_width(id); }

/// An upper bound of the UTF-8 bytes that one row writes into a text column: `constant` + Σ `factors[i]` · (bytes of input column i in that
/// row). A transform written by hand needs none: an unknown bound is always correct.
struct Bound {
  std::int64_t constant = -1;             ///< negative: no bound is known
  std::int32_t const* factors = nullptr;  ///< by input column; 0 for columns without text

  constexpr bool known() const { return constant >= 0; }
};

/// The number of output rows that one input row becomes.
enum class Rows : std::int32_t { one, at_most_one, any };

/// The columns of a transform, in order.
struct Layout {
  ColumnType const* inputs = nullptr;
  std::int32_t input_count = 0;
  ColumnType const* outputs = nullptr;
  std::int32_t output_count = 0;
  Bound const* bounds = nullptr;  ///< by output column, for each output row of an input row
  Rows rows = Rows::one;
  bool grouped = false;  ///< `outputs` are the columns of groups; such a transform is only called as an aggregation

  /// True if rows are filtered or expanded. The number of output rows is known only after all rows have been evaluated.
  constexpr bool emits() const { return rows != Rows::one; }

  /// True if the transform writes strings or bytes. It needs their sizes before it can place them, hence two passes.
  constexpr bool has_text_output() const {
    for (std::int32_t i = 0; i < output_count; ++i) {
      if (has_offsets(outputs[i].id)) return true;
    }
    return false;
  }

  /// True if the size of every text column has an upper bound, so that memory can be allocated before any row is evaluated.
  constexpr bool is_bounded() const {
    for (std::int32_t i = 0; i < output_count; ++i) {
      if (has_offsets(outputs[i].id) && !bounds[i].known()) return false;
    }
    return true;
  }
};

}  // namespace rowfuse::arrow
