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

// std::numeric_limits has host functions only; as variables the limits serve the device too.
template <class Number>
inline constexpr Number lowest = std::numeric_limits<Number>::lowest();
template <class Number>
inline constexpr Number highest = std::numeric_limits<Number>::max();

}  // namespace detail

/// A number as its integer column stores it. Anything but an integer in range is a fault, never a wrap; -0 is 0.
template <class Storage>
RF_HD Storage to_integer(double value, RowFault& fault, std::int32_t column) {
  // Both limits of every integer type up to 32 bits are exact doubles, and NaN fails the comparisons.
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

/// A bigint as its column stores it, or a fault.
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

/// The largest number below which every integer is a double: past it a number no longer says which millisecond is meant.
inline constexpr double largest_safe_integer = 9007199254740991;

/// A time value as its column counts it, or a fault where it is no whole number of the column's units, or out of range: that
/// of the column, and for timestamps that of safe integers.
template <class Type>
RF_HD typename Type::Storage to_time_storage(double value, RowFault& fault, std::int32_t column) {
  using Storage = typename Type::Storage;
  constexpr double unit = UnderlyingType<Type>::milliseconds;
  constexpr bool is_wide = sizeof(Storage) > 4;
  constexpr double low = is_wide ? -largest_safe_integer / unit : double{detail::lowest<std::int32_t>};
  constexpr double high = is_wide ? largest_safe_integer / unit : double{detail::highest<std::int32_t>};
  double const units = value / unit;
  // NaN fails the comparisons. A multiple of the unit is divided exactly; of all else the product differs.
  if (units >= low && units <= high) {
    auto const whole = static_cast<Storage>(units);
    if (static_cast<double>(whole) * unit == value) return whole;
  }
  fault.raise(Fault::out_of_range, column);
  return 0;
}

/// A value of the row function as an output column of fixed width stores it.
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
    return static_cast<Storage>(value);  // Float32: round to nearest even, as Math.fround
  } else {
    return to_integer<Storage>(value, fault, column);
  }
}

}  // namespace rowfuse
