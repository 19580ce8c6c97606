/// The reduction of an angle by a multiple of pi/2, by the method of fdlibm (Sun Microsystems, 1993), as V8 does it.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>
#include <rowfuse/number/math/two_over_pi.hpp>

namespace rowfuse::math::detail {

/// x = quadrant pi/2 + upper + lower, with |upper + lower| <= pi/4. Only the last bits of the quadrant count.
struct ReducedAngle {
  int32_t quadrant;
  double upper;
  double lower;
};

/// pi/2 in parts of 33 bits, and the rest after each part.
inline constexpr double half_pi_1 = 1.57079632673412561417e+00;
inline constexpr double half_pi_1_rest = 6.07710050650619224932e-11;
inline constexpr double half_pi_2 = 6.07710050630396597660e-11;
inline constexpr double half_pi_2_rest = 2.02226624879595063154e-21;
inline constexpr double half_pi_3 = 2.02226624871116645580e-21;
inline constexpr double half_pi_3_rest = 8.47842766036889956997e-32;

/// The upper half of pi/2. For angles with the same upper half, one part is not enough.
inline constexpr int32_t half_of_half_pi = 0x3ff921fb;

/// Reduces a magnitude up to 3 pi/4.
RF_HD constexpr ReducedAngle reduce_once(double magnitude) {
  double const z = magnitude - half_pi_1;
  bool const is_close = magnitude_half(magnitude) == half_of_half_pi;
  double const near = is_close ? z - half_pi_2 : z;
  double const rest = is_close ? half_pi_2_rest : half_pi_1_rest;
  double const upper = near - rest;
  return {1, upper, (near - upper) - rest};
}

/// Reduces a magnitude up to 2^19 pi/2, by Cody and Waite, with as many parts of pi/2 as the cancellation needs.
RF_HD inline ReducedAngle reduce_medium(double magnitude) {
  auto const n = static_cast<int32_t>(magnitude * 6.36619772367581382433e-01 + 0.5);
  double const count = n;
  double r = magnitude - count * half_pi_1;
  double w = count * half_pi_1_rest;
  double upper = r - w;
  int32_t const half = magnitude_half(magnitude);
  // Below 32 quarter turns no more than the upper half can cancel, unless it equals that of the multiple itself.
  if (n >= 32 || half == upper_half(count * 1.57079632679489655800)) {
    int32_t const exponent = half >> 20;
    auto const cancelled = [&] { return exponent - ((upper_half(upper) >> 20 & 0x7ff)); };
    if (cancelled() > 16) {
      double const before = r;
      w = count * half_pi_2;
      r = before - w;
      w = count * half_pi_2_rest - ((before - r) - w);
      upper = r - w;
      if (cancelled() > 49) {
        double const closer = r;
        w = count * half_pi_3;
        r = closer - w;
        w = count * half_pi_3_rest - ((closer - r) - w);
        upper = r - w;
      }
    }
  }
  return {n, upper, (r - upper) - w};
}

/// Reduces any other finite magnitude, by Payne and Hanek (1983). Of the product with 2/pi only the digits around and after the binary
/// point are computed, in base 2^24, and then multiplied by pi/2.
RF_HD RF_NOINLINE ReducedAngle reduce_large(double magnitude) {
  constexpr int32_t first_digits = 4;  // after the digit that contains the point
  constexpr int32_t most_digits = 12;
  constexpr int32_t base_mask = 0xffffff;

  // magnitude = (m[0] + m[1] 2^-24 + m[2] 2^-48) 2^scale
  int32_t const scale = (magnitude_half(magnitude) >> 20) - 1046;
  uint64_t const significand = (to_bits(magnitude) & 0xfffffffffffffu) | 0x10000000000000u;
  int64_t const m[3] = {static_cast<int64_t>(significand >> 29), static_cast<int64_t>(significand >> 5 & base_mask),
                        static_cast<int64_t>((significand & 31) << 19)};
  int32_t const start = (scale - 3) / 24 > 0 ? (scale - 3) / 24 : 0;
  // The binary point is this many bits, from -26 to 2, into the digit of weight 1.
  int32_t const point = scale - 24 * (start + 1);

  int32_t digits[most_digits + 2];  // the least significant first
  int32_t count = first_digits;
  int32_t quadrant = 0;
  int64_t leading = 0;  // the part of the leading digit after the point
  bool is_complement = false;
  for (;;) {
    int64_t carry = 0;
    for (int32_t i = count; i > 0; --i) {
      for (int32_t j = 0; j < 3; ++j) carry += m[j] * two_over_pi_digit(start + i - j);
      digits[count - i] = static_cast<int32_t>(carry & base_mask);
      carry >>= 24;
    }
    for (int32_t j = 0; j < 3; ++j) carry += m[j] * two_over_pi_digit(start - j);

    int32_t& last = digits[count - 1];
    if (point >= 0) {
      int32_t const moved = point == 0 ? 0 : last >> (24 - point);
      quadrant = static_cast<int32_t>(((carry << point) + moved) & 7);
      last -= (moved << (24 - point)) & base_mask;
      leading = 0;
      is_complement = last >> (23 - point) != 0;
    } else {
      quadrant = static_cast<int32_t>(carry >> -point & 7);
      leading = carry & ((int64_t{1} << -point) - 1);
      is_complement = leading >> (-point - 1) != 0;
    }
    if (is_complement) {  // at least one half: the distance to the next multiple
      ++quadrant;
      bool borrowed = false;
      for (int32_t i = 0; i < count; ++i) {
        if (borrowed) {
          digits[i] = base_mask - digits[i];
        } else if (digits[i] != 0) {
          borrowed = true;
          digits[i] = base_mask + 1 - digits[i];
        }
      }
      if (point > 0) last &= base_mask >> point;
      if (point < 0) leading = (int64_t{1} << -point) - leading - (borrowed ? 1 : 0);
    }
    if (leading != 0) break;
    // As many digits are added as leading digits are zero.
    int32_t top = count - 1;
    while (top >= first_digits && digits[top] == 0) --top;
    if (top >= first_digits) break;
    int32_t more = 1;
    while (more < first_digits && digits[first_digits - more] == 0) ++more;
    if (count + more > most_digits) break;
    count += more;
  }

  int32_t highest = count;
  int32_t exponent = point;
  digits[count] = static_cast<int32_t>(leading & base_mask);
  if (leading > base_mask) {
    ++highest;
    exponent += 24;
    digits[highest] = static_cast<int32_t>(leading >> 24);
  }
  while (highest > 0 && digits[highest] == 0) {
    --highest;
    exponent -= 24;
  }

  // pi/2 in parts of 24 bits. Their products with the digits, and sums of products of one weight, are exact.
  double const parts[] = {0x1.921fb4p+0, 0x1.4442dp-24, 0x1.846988p-48, 0x1.8cc516p-72, 0x1.01b838p-96};
  double values[most_digits + 2];
  double weight = power_of_two(exponent);
  for (int32_t i = highest; i >= 0; --i) {
    values[i] = weight * digits[i];
    weight *= 0x1p-24;
  }
  double sums[most_digits + 2] = {};  // the first is always written, which g++ 13 does not detect
  for (int32_t i = highest; i >= 0; --i) {
    double sum = 0;
    for (int32_t k = 0; k <= first_digits && k <= highest - i; ++k) sum += parts[k] * values[i + k];
    sums[highest - i] = sum;
  }
  double upper = 0;
  for (int32_t i = highest; i >= 0; --i) upper += sums[i];
  double lower = sums[0] - upper;
  for (int32_t i = 1; i <= highest; ++i) lower += sums[i];
  return is_complement ? ReducedAngle{quadrant, -upper, -lower} : ReducedAngle{quadrant, upper, lower};
}

/// Reduces an angle of finite magnitude above pi/4, including its sign.
RF_HD inline ReducedAngle reduce_angle(double x) {
  int32_t const half = magnitude_half(x);
  double const magnitude = absolute(x);
  ReducedAngle const reduced = half < 0x4002d97c    ? reduce_once(magnitude)
                               : half <= 0x413921fb ? reduce_medium(magnitude)
                                                    : reduce_large(magnitude);
  return x < 0 ? ReducedAngle{-reduced.quadrant, -reduced.upper, -reduced.lower} : reduced;
}

}  // namespace rowfuse::math::detail
