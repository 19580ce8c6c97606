#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/line.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

/// Returns the value of a column of text or bytes whose offsets have been checked against the column. If `flags` is a constant, the
/// compiler drops the code that such text never needs.
template <class Type, std::uint32_t flags = 0>
RF_HD typename Type::Value decode_text(char const* text, std::int32_t size, bool valid) {
  if constexpr (is_nullable<Type>) {
    if (!valid) return null;
  }
  if constexpr (is_line<Type>) {
    return View(text, LineEnd<Type>::without(text, size), flags);
  } else if constexpr (is_utf8<Type>) {
    return View(text, size, flags);
  } else {
    return Bytes(text, size);
  }
}

/// Converts a stored value to the value that the row function sees. Past 2^53 a time value is the nearest double; a date cannot hold so
/// much.
template <class Type>
RF_HD typename UnderlyingType<Type>::Value from_storage(typename Type::Storage stored) {
  auto const value = static_cast<typename UnderlyingType<Type>::Value>(stored);
  if constexpr (is_time_value<Type>) {
    return value * UnderlyingType<Type>::milliseconds;
  } else {
    return value;
  }
}

/// Returns the time value of a stored value in a column of times.
template <class Type>
RF_HD double time_value(typename Type::Storage stored) {
  return from_storage<Type>(stored);
}
template <class Type>
RF_HD Maybe<double> time_value(Maybe<typename Type::Storage> const& stored) {
  if (!stored.present()) return null;
  return from_storage<Type>(*stored);
}

/// Returns the value of a fixed-width column at a row.
template <class Type>
RF_HD typename Type::Value decode_fixed(arrow::InputColumn const& column, std::int64_t row, bool valid) {
  if constexpr (is_nullable<Type>) {
    if (!valid) return null;
  }
  if constexpr (is_boolean<Type>) {
    return arrow::bit_at(column.values, column.values_bit + row);
  } else {
    return from_storage<Type>(static_cast<typename Type::Storage const*>(column.values)[row]);
  }
}

template <class Type>
RF_HD typename Type::Value decode_window(arrow::InputColumn const& column, std::int64_t row);

/// Returns the value of a scalar, for any row.
template <class Type>
RF_HD typename Type::Value decode_scalar(arrow::InputColumn const& column, [[maybe_unused]] std::int64_t row) {
  if constexpr (is_window<Type>) {
    return decode_window<Type>(column, row);
  } else if constexpr (std::is_same_v<Type, RowNumber>) {
    return static_cast<double>(column.values_begin + row);
  } else {
    using Of = typename Type::Of;
    if constexpr (is_nullable<Of>) {
      if (column.values_bytes < 0) return null;
    }
    if constexpr (is_text<Of> && !is_utf8<Of>) {
      return Bytes(static_cast<char const*>(column.values), static_cast<std::int32_t>(column.values_bytes));
    } else if constexpr (is_text<Of>) {
      return View(static_cast<char const*>(column.values), static_cast<std::int32_t>(column.values_bytes),
                  column.values_bit != 0 ? View::ascii : 0u);
    } else if constexpr (is_boolean<Of>) {
      return (column.values_begin & 1) != 0;
    } else {
      // Little-endian, like Arrow's buffers.
      typename Of::Storage value;
      __builtin_memcpy(&value, &column.values_begin, sizeof value);
      return from_storage<Of>(value);
    }
  }
}

}  // namespace rowfuse
