#pragma once

#include <cstdint>

namespace rowfuse::arrow {

enum class TypeId : std::int32_t {
  none,    ///< declared, never read by the row function
  boolean,
  int8,
  int16,
  int32,
  uint8,
  uint16,
  uint32,
  float32,
  float64,
  utf8,
};

/// What a caller must know of a column to check its buffers.
struct ColumnType {
  TypeId id = TypeId::none;
  bool nullable = false;
};

/// Bytes of one value; 0 for types that have none of their own (Utf8, Bool, unread columns).
constexpr std::int32_t byte_width(TypeId id) {
  switch (id) {
    case TypeId::int8:
    case TypeId::uint8:
      return 1;
    case TypeId::int16:
    case TypeId::uint16:
      return 2;
    case TypeId::int32:
    case TypeId::uint32:
    case TypeId::float32:
      return 4;
    case TypeId::float64:
      return 8;
    default:
      return 0;
  }
}

/// The columns of a transform, in order.
struct Layout {
  ColumnType const* inputs = nullptr;
  std::int32_t input_count = 0;
  ColumnType const* outputs = nullptr;
  std::int32_t output_count = 0;

  /// A transform that writes strings needs their sizes before it can place them: two passes.
  constexpr bool has_text_output() const {
    for (std::int32_t i = 0; i < output_count; ++i) {
      if (outputs[i].id == TypeId::utf8) return true;
    }
    return false;
  }
};

}  // namespace rowfuse::arrow
