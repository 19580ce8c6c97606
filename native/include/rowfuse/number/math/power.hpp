/// `Math.pow` and `**`, by the method of fdlibm (Sun Microsystems, 1993), as V8 computed them up to Node 22.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::math::detail {

enum class Parity { fraction, odd, even };

RF_HD inline Parity parity(double y) {
  double const magnitude = absolute(y);
  if (magnitude >= 0x1p53) return Parity::even;
  if (::floor(magnitude) != magnitude) return Parity::fraction;
  return (static_cast<int64_t>(magnitude) & 1) != 0 ? Parity::odd : Parity::even;
}

/// A logarithm to base 2 in two parts, the first with 21 bits.
struct Logarithm {
  double upper;
  double lower;
};

/// The logarithm of an x so near 1 that a large power of it is finite: log x = (x - 1) - (x - 1)^2/2 + …
RF_HD constexpr Logarithm logarithm_near_one(double x) {
  double const t = x - 1;
  double const w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
  double const u = 1.44269502162933349609e+00 * t;
  double const v = t * 1.92596299112661746887e-08 - w * 1.44269504088896338700e+00;
  double const upper = leading_part(u + v);
  return {upper, v - (upper - u)};
}

/// The logarithm of a positive finite x = 2^n m, with m near 1 or 3/2: that of either quotient by a series.
RF_HD constexpr Logarithm logarithm_of(double x) {
  int32_t n = 0;
  if (upper_half(x) < 0x00100000) {  // subnormal
    x *= 0x1p53;
    n = -53;
  }
  n += (upper_half(x) >> 20) - 0x3ff;
  int32_t const significand = upper_half(x) & 0x000fffff;
  int32_t upper = significand | 0x3ff00000;
  bool is_three_halves = false;
  if (significand > 0x3988e) {      // from sqrt(3/2) on
    if (significand < 0xbb67a) {    // up to sqrt(3)
      is_three_halves = true;
    } else {
      n += 1;
      upper -= 0x00100000;
    }
  }
  double const m = with_upper_half(x, upper);
  double const base = is_three_halves ? 1.5 : 1;
  double const base_upper = is_three_halves ? 5.84962487220764160156e-01 : 0;  // log2(3/2)
  double const base_lower = is_three_halves ? 1.35003920212974897128e-08 : 0;

  // s = (m - base) / (m + base), in two parts
  double const u = m - base;
  double const v = 1 / (m + base);
  double const s = u * v;
  double const s_upper = leading_part(s);
  double const sum_upper = from_halves(((upper >> 1) | 0x20000000) + 0x00080000 + (is_three_halves ? 1 << 18 : 0), 0);
  double const sum_lower = m - (sum_upper - base);
  double const s_lower = v * ((u - s_upper * sum_upper) - s_upper * sum_lower);

  double const square = s * s;
  double rest = square * square *
                polynomial(square, 5.99999999999994648725e-01, 4.28571428578550184252e-01, 3.33333329818377432918e-01,
                           2.72728123808534006489e-01, 2.30660745775561754067e-01, 2.06975017800338417784e-01);
  rest += s_lower * (s_upper + s);
  double const square_upper = s_upper * s_upper;
  double const series_upper = leading_part(3 + square_upper + rest);
  double const series_lower = rest - ((series_upper - 3) - square_upper);

  // times 2 / (3 ln 2)
  double const product_upper = s_upper * series_upper;
  double const product_lower = s_lower * series_upper + series_lower * s;
  double const p_upper = leading_part(product_upper + product_lower);
  double const p_lower = product_lower - (p_upper - product_upper);
  double const z_upper = 9.61796700954437255859e-01 * p_upper;
  double const z_lower = -7.02846165095275826516e-09 * p_upper + p_lower * 9.61796693925975554329e-01 + base_lower;
  double const count = n;
  double const log_upper = leading_part(((z_upper + z_lower) + base_upper) + count);
  return {log_upper, z_lower - (((log_upper - count) - base_upper) - z_upper)};
}

/// 2^(upper + lower), which is finite and not 0.
RF_HD constexpr double exponential_of_two(double upper, double lower) {
  int32_t const half = upper_half(upper + lower);
  int32_t const magnitude = half & 0x7fffffff;
  int32_t n = 0;
  if (magnitude > 0x3fe00000) {  // 1/2: rounds to the nearest integer
    int32_t const exponent = (magnitude >> 20) - 0x3ff;
    int32_t const rounded = half + (0x00100000 >> (exponent + 1));
    int32_t const shift = ((rounded & 0x7fffffff) >> 20) - 0x3ff;
    double const whole = from_halves(rounded & ~(0x000fffff >> shift), 0);
    n = ((rounded & 0x000fffff) | 0x00100000) >> (20 - shift);
    if (half < 0) n = -n;
    upper -= whole;
  }
  double const t = leading_part(lower + upper);
  double const u = t * 6.93147182464599609375e-01;
  double const v = (lower - (t - upper)) * 6.93147180559945286227e-01 + t * -1.90465429995776804525e-09;
  double const z = u + v;
  double const w = v - (z - u);
  double const square = z * z;
  double const c = z - square * polynomial(square, 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
                                           -1.65339022054652515390e-06, 4.13813679705723846039e-08);
  // fdlibm has (z * c) / (c - 2) - (w + z * w), which is slightly nearer to the power. V8 was found to divide by the whole expression.
  double const r = (z * c) / ((c - 2) - (w + z * w));
  double const value = 1 - (r - z);
  int32_t const result_half = upper_half(value) + n * 0x00100000;
  // A subnormal result is rounded once, in the second product.
  if (result_half >> 20 <= 0) return value * power_of_two(n + 60) * 0x1p-60;
  return with_upper_half(value, result_half);
}

}  // namespace rowfuse::math::detail

namespace rowfuse::math {

/// ECMA-262 6.1.6.1.3 Number::exponentiate.
RF_HD inline double pow(double x, double y) {
  using namespace detail;
  if (y == 0) return 1;
  if (x != x || y != y) return nan();
  double const magnitude = absolute(x);
  if (absolute(y) == infinity()) {
    if (magnitude == 1) return nan();
    return (magnitude > 1) == (y > 0) ? infinity() : 0;
  }
  if (y == 1) return x;
  if (y == -1) return 1 / x;
  if (y == 2) return x * x;
  if (y == 0.5 && x >= 0 && !is_negative(x)) return ::sqrt(x);
  Parity const kind = parity(y);
  if (magnitude == infinity() || magnitude == 0 || magnitude == 1) {
    double const value = y < 0 ? 1 / magnitude : magnitude;
    if (!is_negative(x)) return value;
    if (magnitude == 1 && kind == Parity::fraction) return nan();
    return kind == Parity::odd ? -value : value;
  }
  if (x < 0 && kind == Parity::fraction) return nan();
  double const sign = x < 0 && kind == Parity::odd ? -1 : 1;

  int32_t const x_half = magnitude_half(x);
  int32_t const y_half = magnitude_half(y);
  bool const is_huge = y_half > 0x41e00000;  // 2^31
  if (is_huge) {
    bool const is_beyond = y_half > 0x43f00000;  // 2^64: every base but 1 overflows or vanishes
    if (x_half < 0x3fefffff || (is_beyond && x_half <= 0x3fefffff)) return y < 0 ? sign * infinity() : sign * 0;
    if (x_half > 0x3ff00000 || (is_beyond && x_half >= 0x3ff00000)) return y > 0 ? sign * infinity() : sign * 0;
  }
  Logarithm const log = is_huge ? logarithm_near_one(magnitude) : logarithm_of(magnitude);

  // y log2(x), with y split as well
  double const y_upper = leading_part(y);
  double const lower = (y - y_upper) * log.upper + y * log.lower;
  double const upper = y_upper * log.upper;
  double const z = lower + upper;
  if (z >= 1024) {
    if (z > 1024 || lower + 8.0085662595372944372e-17 > z - upper) return sign * infinity();
  } else if (magnitude_half(z) >= 0x4090cc00) {  // at most -1075
    if (z < -1075 || lower <= z - upper) return sign * 0;
  }
  return sign * exponential_of_two(upper, lower);
}

}  // namespace rowfuse::math
