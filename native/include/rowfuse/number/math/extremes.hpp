/// `Math.max` and `Math.min`.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::math {

// A single argument is its own extreme; without arguments the result is a constant.
RF_HD constexpr double max(double a) { return a; }
RF_HD constexpr double min(double a) { return a; }
RF_HD constexpr int32_t max(int32_t a) { return a; }
RF_HD constexpr int32_t min(int32_t a) { return a; }

/// ECMA-262 21.3.2.24: NaN wins, and 0 is greater than -0.
RF_HD constexpr double max(double a, double b) {
  if (a != a || b != b) return nan();
  if (a == b) return detail::is_negative(a) ? b : a;
  return a > b ? a : b;
}
/// ECMA-262 21.3.2.25
RF_HD constexpr double min(double a, double b) {
  if (a != a || b != b) return nan();
  if (a == b) return detail::is_negative(a) ? a : b;
  return a < b ? a : b;
}
RF_HD constexpr int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }
RF_HD constexpr int32_t min(int32_t a, int32_t b) { return a < b ? a : b; }

template <class T, class... Rest>
  requires(sizeof...(Rest) > 0)
RF_HD constexpr T max(T a, T b, Rest... rest) {
  return max(max(a, b), rest...);
}
template <class T, class... Rest>
  requires(sizeof...(Rest) > 0)
RF_HD constexpr T min(T a, T b, Rest... rest) {
  return min(min(a, b), rest...);
}

}  // namespace rowfuse::math
