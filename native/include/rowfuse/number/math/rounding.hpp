/// ECMA-262 21.3.2: the functions of `Math` that IEEE 754 defines to the bit, and a square. The overloads for integers are called
/// if the compiler has proved that the result is one of their type.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::math {

RF_HD inline double floor(double x) { return ::floor(x); }
RF_HD inline double ceil(double x) { return ::ceil(x); }
RF_HD inline double trunc(double x) { return ::trunc(x); }
RF_HD inline double sqrt(double x) { return ::sqrt(x); }

/// Rounds to the nearest integer, halves towards +infinity. A result of 0 has the sign of `x`.
RF_HD inline double round(double x) {
  double const below = ::floor(x);
  // The difference is exact, because a fraction has no more bits than the number. For an infinity it is NaN.
  double const nearest = x - below >= 0.5 ? below + 1 : below;
  return detail::with_sign(nearest, x);
}

/// `x ** 2`
RF_HD constexpr double square(double x) { return x * x; }
RF_HD constexpr int32_t square(int32_t x) { return x * x; }

RF_HD constexpr double fround(double x) { return static_cast<float>(x); }

RF_HD constexpr double abs(double x) { return detail::absolute(x); }
RF_HD constexpr int32_t abs(int32_t x) { return x < 0 ? -x : x; }
RF_HD constexpr int64_t abs(int64_t x) { return x < 0 ? -x : x; }

RF_HD constexpr double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
RF_HD constexpr int32_t sign(int32_t x) { return (x > 0) - (x < 0); }
RF_HD constexpr int64_t sign(int64_t x) { return (x > 0) - (x < 0); }

}  // namespace rowfuse::math
