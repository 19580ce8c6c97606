/// ToNumber for values other than strings.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse {

/// ECMA-262 7.1.4 ToNumber: `null` is 0, `undefined` is NaN.
RF_HD constexpr double to_number(double value) { return value; }
RF_HD constexpr double to_number(int32_t value) { return value; }
RF_HD constexpr double to_number(bool value) { return value ? 1 : 0; }
RF_HD inline double to_number(Position value) { return to_double(value); }
RF_HD constexpr double to_number(Null) { return 0; }
RF_HD constexpr double to_number(Undefined) { return nan(); }
template <class T>
RF_HD constexpr double to_number(Maybe<T> const& value) {
  return value.present() ? to_number(*value) : value.is_null() ? to_number(null) : to_number(undefined);
}

}  // namespace rowfuse
