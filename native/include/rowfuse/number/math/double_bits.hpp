/// The bits of doubles: a sign, 11 bits of exponent and 52 of the significand. The upper half alone orders doubles to about six digits. The
/// functions of this folder choose their paths by it.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::math::detail {

inline constexpr uint64_t sign_bit = uint64_t{1} << 63;

// The compilers' built-in function, because std::bit_cast is no device function.
RF_HD constexpr uint64_t to_bits(double value) { return __builtin_bit_cast(uint64_t, value); }
RF_HD constexpr double from_bits(uint64_t bits) { return __builtin_bit_cast(double, bits); }

RF_HD constexpr bool is_negative(double value) { return to_bits(value) >> 63 != 0; }
RF_HD constexpr double absolute(double value) { return from_bits(to_bits(value) & ~sign_bit); }
/// Returns `magnitude` with the sign of `sign`.
RF_HD constexpr double with_sign(double magnitude, double sign) {
  return from_bits((to_bits(magnitude) & ~sign_bit) | (to_bits(sign) & sign_bit));
}

/// Sign, exponent and the first 20 bits of the significand.
RF_HD constexpr int32_t upper_half(double value) { return static_cast<int32_t>(to_bits(value) >> 32); }
/// Sign-free upper half: larger for larger magnitudes, and from `upper_half_of_infinity` on not finite.
RF_HD constexpr int32_t magnitude_half(double value) { return upper_half(value) & 0x7fffffff; }
inline constexpr int32_t upper_half_of_infinity = 0x7ff00000;
RF_HD constexpr uint32_t lower_half(double value) { return static_cast<uint32_t>(to_bits(value)); }

RF_HD constexpr double from_halves(int32_t upper, uint32_t lower) {
  return from_bits(static_cast<uint64_t>(static_cast<uint32_t>(upper)) << 32 | lower);
}
RF_HD constexpr double with_upper_half(double value, int32_t upper) { return from_halves(upper, lower_half(value)); }
/// Returns the value with the 21 leading bits of its significand. Products of two such numbers are exact.
RF_HD constexpr double leading_part(double value) { return from_bits(to_bits(value) & 0xffffffff00000000u); }

/// 2^exponent, if that is a normal number.
RF_HD constexpr double power_of_two(int32_t exponent) { return from_bits(static_cast<uint64_t>(exponent + 1023) << 52); }

/// c0 + c1 x + c2 x^2 + …, by Horner's method.
RF_HD constexpr double polynomial(double, double last) { return last; }
template <class... Rest>
RF_HD constexpr double polynomial(double x, double first, Rest... rest) {
  return first + x * polynomial(x, rest...);
}

}  // namespace rowfuse::math::detail
