#pragma once

#include <cstdint>

namespace rowfuse::arrow {

enum class TypeId : std::int32_t {
  none,    ///< declared, never read by the row function; or one value for all rows
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

/// What a caller must know of a column to check its buffers.
struct ColumnType {
  TypeId id = TypeId::none;      ///< of a value a row
  bool nullable = false;
  TypeId scalar = TypeId::none;  ///< of one value for all rows, which has no buffers: see `InputColumn`
  bool window = false;           ///< rows see those around them: the buffers are of all rows of the column
};

/// Whether a column's values are bytes of any number, which offsets tell apart.
constexpr bool has_offsets(TypeId id) { return id == TypeId::utf8 || id == TypeId::binary; }

/// Bytes of one value; 0 for types that have none of their own (Utf8, Binary, Bool, unread columns).
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

/// Bytes of a row in the arrays of a column that are not bits: its value, or, of text, an offset.
constexpr std::int32_t staged_width(TypeId id) { return has_offsets(id) ? std::int32_t{sizeof(std::int32_t)} : byte_width(id); }

/// An upper bound of the UTF-8 bytes that one row writes into a text column: `constant` + Σ `factors[i]` · (bytes of input
/// column i in that row). By hand a transform needs none: unknown is always correct.
struct Bound {
  std::int64_t constant = -1;             ///< below 0: none is known
  std::int32_t const* factors = nullptr;  ///< by input column; 0 for columns that hold no text

  constexpr bool known() const { return constant >= 0; }
};

/// How many output rows an input row becomes.
enum class Rows : std::int32_t { one, at_most_one, any };

/// The columns of a transform, in order.
struct Layout {
  ColumnType const* inputs = nullptr;
  std::int32_t input_count = 0;
  ColumnType const* outputs = nullptr;
  std::int32_t output_count = 0;
  Bound const* bounds = nullptr;  ///< by output column, for each row that comes out of a row
  Rows rows = Rows::one;
  bool grouped = false;  ///< `outputs` are those of groups of rows: there are no other calls than those of aggregations

  /// Whether rows come and go: how many a result has is known when all of them have been evaluated.
  constexpr bool emits() const { return rows != Rows::one; }

  /// A transform that writes strings or bytes needs their sizes before it can place them: two passes.
  constexpr bool has_text_output() const {
    for (std::int32_t i = 0; i < output_count; ++i) {
      if (has_offsets(outputs[i].id)) return true;
    }
    return false;
  }

  /// True where every text column's size has an upper bound, so that memory can be had before any row is evaluated.
  constexpr bool is_bounded() const {
    for (std::int32_t i = 0; i < output_count; ++i) {
      if (has_offsets(outputs[i].id) && !bounds[i].known()) return false;
    }
    return true;
  }
};

}  // namespace rowfuse::arrow
