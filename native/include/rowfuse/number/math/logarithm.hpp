/// Logarithms, by the method of fdlibm (Sun Microsystems, 1993), as V8 computes them. The argument is x = 2^k (1 + f), with 1 + f between
/// sqrt(2)/2 and sqrt(2). A polynomial in s^2, by Remes, gives log(1 + f) from s = f / (2 + f).
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>
#include <rowfuse/number/math/exponential.hpp>

namespace rowfuse::math::detail {

/// A positive finite number x = 2^k m.
struct Normalized {
  int32_t k;
  double m;
  /// The leading bits of the significand of x.
  int32_t significand;
};

/// Returns x as 2^k m with m in [sqrt(2)/2, sqrt(2)).
RF_HD constexpr Normalized normalize(double x) {
  int32_t k = 0;
  if (upper_half(x) < 0x00100000) {  // subnormal
    k = -54;
    x *= 0x1p54;
  }
  int32_t const upper = upper_half(x);
  int32_t const significand = upper & 0xfffff;
  int32_t const halved = (significand + 0x95f64) & 0x100000;
  k += (upper >> 20) - 1023 + (halved >> 20);
  return {k, with_upper_half(x, significand | (halved ^ 0x3ff00000)), significand};
}

/// log(1 + f) = f - f^2/2 + s (f^2/2 + R(s^2)): returns R, summed in the order of fdlibm's `log`.
RF_HD constexpr double logarithm_series(double s) {
  double const z = s * s;
  double const w = z * z;
  double const odd = w * polynomial(w, 3.999999999940941908e-01, 2.222219843214978396e-01, 1.531383769920937332e-01);
  double const even =
      z * polynomial(w, 6.666666666666735130e-01, 2.857142874366239149e-01, 1.818357216161805012e-01, 1.479819860511658591e-01);
  return even + odd;
}

/// Returns the logarithm of a number that is not positive and finite.
RF_HD constexpr double logarithm_of_other(double x) {
  if (x == 0) return -infinity();
  return x < 0 ? nan() : x;
}

RF_HD constexpr bool is_positive_finite(double x) { return x > 0 && x < infinity(); }

}  // namespace rowfuse::math::detail

namespace rowfuse::math {

RF_HD inline double log(double x) {
  using namespace detail;
  if (!is_positive_finite(x)) return logarithm_of_other(x);
  auto const [k, m, significand] = normalize(x);
  double const f = m - 1;
  if ((0xfffff & (2 + significand)) < 3) {  // |f| < 2^-20
    if (f == 0) return k == 0 ? 0 : k * ln2_upper + k * ln2_lower;
    double const rest = f * f * (0.5 - 0.33333333333333333 * f);
    return k == 0 ? f - rest : k * ln2_upper - ((rest - k * ln2_lower) - f);
  }
  double const s = f / (2 + f);
  double const series = logarithm_series(s);
  if (significand >= 0x6147a && significand <= 0x6b851) {
    double const half_square = 0.5 * f * f;
    if (k == 0) return f - (half_square - s * (half_square + series));
    return k * ln2_upper - ((half_square - (s * (half_square + series) + k * ln2_lower)) - f);
  }
  return k == 0 ? f - s * (f - series) : k * ln2_upper - ((s * (f - series) - k * ln2_lower) - f);
}

RF_HD inline double log1p(double x) {
  using namespace detail;
  if (!(x > -1 && x < infinity())) return x == -1 ? -infinity() : x < -1 ? nan() : x;
  int32_t const upper = upper_half(x);
  int32_t const half = magnitude_half(x);
  if (half < 0x3e200000) return half < 0x3c900000 ? x : x - x * x * 0.5;  // 2^-29, 2^-54
  int32_t k = 0;
  double f = x;
  double rounding = 0;  // of 1 + x, relative to that
  bool near_power = false;
  // Between sqrt(2)/2 - 1 and sqrt(2) - 1 the argument is f itself.
  bool const is_reduced = upper < 0x3fda827a && (upper > 0 || upper <= static_cast<int32_t>(0xbfd2bec4u));
  if (!is_reduced) {
    double u = x;
    if (upper < 0x43400000) {  // 2^53
      u = 1 + x;
      k = (upper_half(u) >> 20) - 1023;
      rounding = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    } else {
      k = (upper >> 20) - 1023;
    }
    int32_t significand = upper_half(u) & 0xfffff;
    if (significand < 0x6a09e) {
      u = with_upper_half(u, significand | 0x3ff00000);
    } else {
      k += 1;
      u = with_upper_half(u, significand | 0x3fe00000);
      significand = (0x00100000 - significand) >> 2;
    }
    near_power = significand == 0;
    f = u - 1;
  }
  double const half_square = 0.5 * f * f;
  if (near_power) {  // |f| < 2^-20
    if (f == 0) return k == 0 ? 0 : k * ln2_upper + (rounding + k * ln2_lower);
    double const rest = half_square * (1 - 0.66666666666666666 * f);
    return k == 0 ? f - rest : k * ln2_upper - ((rest - (k * ln2_lower + rounding)) - f);
  }
  double const s = f / (2 + f);
  double const z = s * s;
  double const series =
      z * polynomial(z, 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
                     1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01);
  if (k == 0) return f - (half_square - s * (half_square + series));
  return k * ln2_upper - ((half_square - (s * (half_square + series) + (k * ln2_lower + rounding))) - f);
}

/// log(1 + f) / ln 2 + k, with the logarithm and 1 / ln 2 each in two parts.
RF_HD inline double log2(double x) {
  using namespace detail;
  if (!is_positive_finite(x)) return logarithm_of_other(x);
  if (x == 1) return 0;
  constexpr double inverse_upper = 1.44269504072144627571e+00;
  constexpr double inverse_lower = 1.67517131648865118353e-10;
  Normalized const reduced = normalize(x);
  double const k = reduced.k;
  double const f = reduced.m - 1;
  double const half_square = 0.5 * f * f;
  double const s = f / (2 + f);
  double const rest = s * (half_square + logarithm_series(s));
  double const upper = leading_part(f - half_square);
  double const lower = (f - upper) - half_square + rest;
  double const value_upper = upper * inverse_upper;
  double const value_lower = (lower + upper) * inverse_lower + lower * inverse_upper;
  double const sum = k + value_upper;
  return (value_lower + ((k - sum) + value_upper)) + sum;
}

/// k log10(2) + log(m) / ln 10, with m in [1, 2) if k >= 0, and in [1/2, 1) otherwise.
RF_HD inline double log10(double x) {
  using namespace detail;
  if (!is_positive_finite(x)) return logarithm_of_other(x);
  if (x == 1) return 0;
  int32_t k = 0;
  if (upper_half(x) < 0x00100000) {  // subnormal
    k = -54;
    x *= 0x1p54;
  }
  int32_t const upper = upper_half(x);
  k += (upper >> 20) - 1023;
  int32_t const below = k < 0 ? 1 : 0;
  double const m = with_upper_half(x, (upper & 0xfffff) | (0x3ff - below) << 20);
  double const y = k + below;
  double const z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(m);
  return z + y * 3.01029995663611771306e-01;
}

}  // namespace rowfuse::math
