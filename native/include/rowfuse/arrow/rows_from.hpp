#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>

namespace rowfuse::arrow {

/// Returns a column whose row 0 is row `first` of the given one, without copying. A negative `first` undoes this: it gives a part of a
/// column the row numbers of the whole column again. Scalars and columns under windows stay as they are.
inline InputColumn rows_from(ColumnType type, InputColumn column, std::int64_t first) {
  if (type.id == TypeId::none || type.scalar != TypeId::none || type.window) return column;
  // Computed in integers, because an address before the part may lie outside its memory.
  auto const moved = [first](void const* pointer, std::int64_t width) {
    return reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(pointer) + static_cast<std::uintptr_t>(first * width));
  };
  column.validity_bit += first;
  if (type.id == TypeId::boolean) {
    column.values_bit += first;
  } else if (has_offsets(type.id)) {
    if (column.offsets != nullptr) column.offsets = static_cast<std::int32_t const*>(moved(column.offsets, sizeof(std::int32_t)));
  } else if (column.values != nullptr) {
    column.values = moved(column.values, byte_width(type.id));
    column.values_bytes -= first * byte_width(type.id);
  }
  return column;
}

}  // namespace rowfuse::arrow
