#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/number/integer_or_number.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace detail {

// std::numeric_limits has host functions only. As variables the limits also work on the device.
template <class Number>
inline constexpr Number lowest = std::numeric_limits<Number>::lowest();
template <class Number>
inline constexpr Number highest = std::numeric_limits<Number>::max();

}  // namespace detail

/// Converts a number to the value that an integer column stores. Anything but an integer in range is a fault, never a wrap; -0 becomes 0.
template <class Storage>
RF_HD Storage to_integer(double value, RowFault& fault, std::int32_t column) {
  // The limits of every integer type up to 32 bits are exact doubles, and NaN fails the comparisons.
  constexpr double low = detail::lowest<Storage>;
  constexpr double high = detail::highest<Storage>;
  if (value >= low && value <= high) {
    auto const integer = static_cast<Storage>(value);
    if (static_cast<double>(integer) == value) return integer;
  }
  fault.raise(Fault::out_of_range, column);
  return 0;
}

template <class Storage, std::signed_integral Integer>
RF_HD Storage to_integer(Integer value, RowFault& fault, std::int32_t column) {
  constexpr std::int64_t low = detail::lowest<Storage>;
  constexpr std::int64_t high = detail::highest<Storage>;
  if (value < low || value > high) {
    fault.raise(Fault::out_of_range, column);
    return 0;
  }
  return static_cast<Storage>(value);
}

template <class Storage>
RF_HD Storage to_integer(IntegerOrNumber const& value, RowFault& fault, std::int32_t column) {
  if (RF_LIKELY(value.is_integer)) return to_integer<Storage>(value.integer, fault, column);
  return to_integer<Storage>(value.number, fault, column);
}

/// Converts a bigint to the value that its column stores, or raises a fault.
template <class Storage, BigInt Value>
RF_HD Storage to_bigint_storage(Value value, RowFault& fault, std::int32_t column) {
  if constexpr (!std::is_same_v<Storage, Value>) {
    if (!detail::is_equal(static_cast<Storage>(value), value)) {
      fault.raise(Fault::out_of_range, column);
      return 0;
    }
  }
  return static_cast<Storage>(value);
}

/// The largest safe integer, 2^53 - 1. A larger number no longer tells which millisecond is meant.
inline constexpr double largest_safe_integer = 9007199254740991;

/// Converts a time value to the units of its column. A value that is not a whole number of units is a fault, and so is one out of range.
/// The range is that of the column, and for timestamps also that of safe integers.
template <class Type>
RF_HD typename Type::Storage to_time_storage(double value, RowFault& fault, std::int32_t column) {
  using Storage = typename Type::Storage;
  constexpr double unit = UnderlyingType<Type>::milliseconds;
  constexpr bool is_wide = sizeof(Storage) > 4;
  constexpr double low = is_wide ? -largest_safe_integer / unit : double{detail::lowest<std::int32_t>};
  constexpr double high = is_wide ? largest_safe_integer / unit : double{detail::highest<std::int32_t>};
  double const units = value / unit;
  // NaN fails the comparisons. Division is exact for a multiple of the unit; for any other value the product differs.
  if (units >= low && units <= high) {
    auto const whole = static_cast<Storage>(units);
    if (static_cast<double>(whole) * unit == value) return whole;
  }
  fault.raise(Fault::out_of_range, column);
  return 0;
}

/// Converts a value of the row function to what an output column of fixed width stores.
template <class Type, class Value>
RF_HD typename Type::Storage to_storage(Value const& value, RowFault& fault, std::int32_t column) {
  using Storage = typename Type::Storage;
  if constexpr (is_boolean<Type>) {
    static_assert(std::is_same_v<Value, bool>, "a Bool column takes a bool");
    return value;
  } else if constexpr (is_time_value<Type>) {
    if constexpr (std::is_arithmetic_v<Value>) {
      return to_time_storage<Type>(static_cast<double>(value), fault, column);
    } else {
      return to_time_storage<Type>(to_double(value), fault, column);
    }
  } else if constexpr (BigInt<Storage>) {
    static_assert(BigInt<Value>, "such a column takes a bigint");
    return to_bigint_storage<Storage>(value, fault, column);
  } else if constexpr (std::is_same_v<Value, IntegerOrNumber>) {
    return to_integer<Storage>(value, fault, column);
  } else if constexpr (!std::is_arithmetic_v<Value>) {
    return to_storage<Type>(to_double(value), fault, column);  // a Position counts its units only here
  } else if constexpr (std::is_floating_point_v<Storage>) {
    return static_cast<Storage>(value);  // Float32 rounds to nearest even, like Math.fround
  } else {
    return to_integer<Storage>(value, fault, column);
  }
}

}  // namespace rowfuse
