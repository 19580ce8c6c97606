#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <rowfuse/macros.hpp>
#include <rowfuse/row/fault.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

/// A number as its integer column stores it. Anything but an integer in range is a fault, never a wrap; -0 is 0.
template <class Storage>
RF_HD Storage to_integer(double value, RowFault& fault, std::int32_t column) {
  // Both limits of every integer type up to 32 bits are exact doubles, and NaN fails the comparisons.
  constexpr double lowest = std::numeric_limits<Storage>::min();
  constexpr double highest = std::numeric_limits<Storage>::max();
  if (value >= lowest && value <= highest) {
    auto const integer = static_cast<Storage>(value);
    if (static_cast<double>(integer) == value) return integer;
  }
  fault.raise(Fault::out_of_range, column);
  return 0;
}

template <class Storage>
RF_HD Storage to_integer(std::int32_t value, RowFault& fault, std::int32_t column) {
  if (std::int64_t{value} < std::int64_t{std::numeric_limits<Storage>::min()} ||
      std::int64_t{value} > std::int64_t{std::numeric_limits<Storage>::max()}) {
    fault.raise(Fault::out_of_range, column);
    return 0;
  }
  return static_cast<Storage>(value);
}

/// A value of the row function as an output column of fixed width stores it.
template <class Type, class Value>
RF_HD typename Type::Storage to_storage(Value const& value, RowFault& fault, std::int32_t column) {
  using Storage = typename Type::Storage;
  if constexpr (is_boolean<Type>) {
    static_assert(std::is_same_v<Value, bool>, "a Bool column takes a bool");
    return value;
  } else if constexpr (!std::is_arithmetic_v<Value>) {
    return to_storage<Type>(to_double(value), fault, column);  // a Position counts its units only here
  } else if constexpr (std::is_floating_point_v<Storage>) {
    return static_cast<Storage>(value);  // Float32: round to nearest even, as Math.fround
  } else {
    return to_integer<Storage>(value, fault, column);
  }
}

}  // namespace rowfuse
