/// ECMA-262 21.1.2: tests for kinds of numbers. All are false for values that are not numbers.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse {

RF_HD constexpr bool is_nan(double x) { return x != x; }
RF_HD constexpr bool is_finite(double x) { return x - x == 0; }
RF_HD inline bool is_integer(double x) { return x - x == 0 && ::trunc(x) == x; }
RF_HD inline bool is_safe_integer(double x) { return x >= -9007199254740991.0 && x <= 9007199254740991.0 && ::trunc(x) == x; }

namespace detail {

/// True for a number type other than double, whose values are always small integers.
template <class T>
inline constexpr bool is_small_integer = false;
template <>
inline constexpr bool is_small_integer<int32_t> = true;
template <>
inline constexpr bool is_small_integer<Position> = true;

}  // namespace detail

template <class T>
RF_HD constexpr bool is_nan(T const&) {
  return false;
}
template <class T>
RF_HD constexpr bool is_finite(T const&) {
  return detail::is_small_integer<T>;
}
template <class T>
RF_HD constexpr bool is_integer(T const&) {
  return detail::is_small_integer<T>;
}
template <class T>
RF_HD constexpr bool is_safe_integer(T const&) {
  return detail::is_small_integer<T>;
}

template <class T>
RF_HD bool is_nan(Maybe<T> const& x) {
  return x.present() && is_nan(*x);
}
template <class T>
RF_HD bool is_finite(Maybe<T> const& x) {
  return x.present() && is_finite(*x);
}
template <class T>
RF_HD bool is_integer(Maybe<T> const& x) {
  return x.present() && is_integer(*x);
}
template <class T>
RF_HD bool is_safe_integer(Maybe<T> const& x) {
  return x.present() && is_safe_integer(*x);
}

}  // namespace rowfuse
