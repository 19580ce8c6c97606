/// `a % b` for numbers.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/known_integer.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse {

namespace detail {

/// A positive finite number as significand * 2^exponent.
struct Decomposed {
  uint64_t significand;
  int32_t exponent;
};

RF_HD constexpr Decomposed decompose(double value) {
  uint64_t const bits = math::detail::to_bits(value);
  auto const biased = static_cast<int32_t>(bits >> 52);
  uint64_t const fraction = bits & 0xfffffffffffffu;
  return biased == 0 ? Decomposed{fraction, -1074} : Decomposed{fraction | uint64_t{1} << 52, biased - 1075};
}

RF_HD inline int32_t trailing_zeros(uint64_t value) {
#if defined(RF_DEVICE_PASS)
  return __ffsll(static_cast<long long>(value)) - 1;
#elif defined(__GNUC__)
  return __builtin_ctzll(value);
#else
  int32_t count = 0;
  for (; (value & 1) == 0; value >>= 1) ++count;
  return count;
#endif
}

}  // namespace detail

namespace detail {

/// Returns the remainder of two numbers that equal integers of 33 bits: NaN for a divisor of 0, and a zero with the sign of the dividend.
RF_HD RF_INLINE double integer_remainder(double dividend, double divisor) {
  auto const unit = static_cast<int64_t>(divisor);
  if (unit == 0) return rowfuse::nan();
  int64_t const rest = static_cast<int64_t>(dividend) % unit;
  return rest != 0 ? static_cast<double>(rest) : math::detail::with_sign(0.0, dividend);
}

}  // namespace detail

/// ECMA-262 6.1.6.1.6 Number::remainder: exact, with the sign of the dividend. Long division of the significands takes as many bits at a
/// time as fit in 64. That is a single step if the quotient has at most 11 bits, or if both are integers. C's fmod goes bit by bit in some
/// libraries.
RF_HD inline double remainder(double dividend, double divisor) {
  if (detail::is_known_integer(dividend) && detail::is_known_integer(divisor)) return detail::integer_remainder(dividend, divisor);
  double const a = math::detail::absolute(dividend);
  double const b = math::detail::absolute(divisor);
  if (!(a < infinity()) || !(b > 0)) return nan();
  if (a < b) return dividend;
  auto [value, exponent] = detail::decompose(a);
  auto [unit, unit_exponent] = detail::decompose(b);
  int32_t left = exponent - unit_exponent;
  int32_t const zeros = detail::trailing_zeros(unit);
  int32_t const dropped = zeros < left ? zeros : left;
  unit >>= dropped;
  unit_exponent += dropped;
  left -= dropped;
  int32_t const step = 11 + dropped;  // a remainder has at most 53 - dropped bits
  value %= unit;
  while (left > 0 && value != 0) {
    int32_t const shift = left < step ? left : step;
    value = (value << shift) % unit;
    left -= shift;
  }
  // Two exact steps, the first of which is never subnormal.
  double const scaled = static_cast<double>(value) * math::detail::power_of_two(unit_exponent / 2) *
                        math::detail::power_of_two(unit_exponent - unit_exponent / 2);
  return math::detail::with_sign(scaled, dividend);
}

}  // namespace rowfuse
