/// e^x and e^x - 1, by the method of fdlibm (Sun Microsystems, 1993), as V8 computes them, to the same bit on every machine. The argument
/// is reduced to r = x - k ln 2 with |r| <= ln 2 / 2, and e^r is a rational function of r^2 by Remes.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::math::detail {

// ln 2 in two parts. The first has so few bits that its product with any exponent is exact.
inline constexpr double ln2_upper = 6.93147180369123816490e-01;
inline constexpr double ln2_lower = 1.90821492927058770002e-10;
inline constexpr double inverse_ln2 = 1.44269504088896338700e+00;
/// The largest argument whose exponential is finite.
inline constexpr double largest_exponent = 7.09782712893383973096e+02;

/// The upper halves of ln 2 / 2 and 3 ln 2 / 2. Below the first there is no reduction; between them k is 1 or -1.
inline constexpr int32_t half_of_half_ln2 = 0x3fd62e42;
inline constexpr int32_t half_of_three_halves_ln2 = 0x3ff0a2b2;

struct ReducedExponent {
  int32_t k;
  double upper;  ///< x - k ln 2, except for `lower`
  double lower;
};

RF_HD constexpr ReducedExponent reduce_exponent(double x) {
  int32_t const k =
      magnitude_half(x) < half_of_three_halves_ln2 ? (x < 0 ? -1 : 1) : static_cast<int32_t>(inverse_ln2 * x + (x < 0 ? -0.5 : 0.5));
  return {k, x - k * ln2_upper, k * ln2_lower};
}

/// r (e^r + 1) / (e^r - 1) = 2 + r^2/6 - …; returns r minus this series without its 2.
RF_HD constexpr double exponential_correction(double r) {
  double const square = r * r;
  return r - square * polynomial(square, 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05,
                                 -1.65339022054652515390e-06, 4.13813679705723846039e-08);
}

}  // namespace rowfuse::math::detail

namespace rowfuse::math {

RF_HD inline double exp(double x) {
  using namespace detail;
  int32_t const half = magnitude_half(x);
  if (half >= 0x40862e42) {  // from about 709.78 on
    if (x != x) return x;
    if (x > largest_exponent) return infinity();
    if (x < -7.45133219101941108420e+02) return 0;
  }
  if (half <= half_of_half_ln2) {
    if (half < 0x3e300000) return 1 + x;  // 2^-28
    double const c = exponential_correction(x);
    return 1 - ((x * c) / (c - 2) - x);
  }
  // The reduction would get the last bit of this value wrong.
  if (x == 1) return 2.718281828459045235;
  auto const [k, upper, lower] = reduce_exponent(x);
  double const r = upper - lower;
  double const c = exponential_correction(r);
  double const y = 1 - ((lower - (r * c) / (2 - c)) - upper);
  if (k == 1024) return y * 2 * 0x1p1023;
  return k >= -1021 ? y * power_of_two(k) : y * power_of_two(k + 1000) * 0x1p-1000;
}

RF_HD inline double expm1(double x) {
  using namespace detail;
  int32_t const half = magnitude_half(x);
  if (half >= 0x4043687a) {  // from 56 ln 2 on
    if (x != x) return x;
    if (x < 0) return -1;
    if (x > largest_exponent) return infinity();
  }
  if (half < 0x3c900000) return x;  // 2^-54
  int32_t k = 0;
  double r = x;
  double rounding = 0;
  if (half > half_of_half_ln2) {
    ReducedExponent const reduced = reduce_exponent(x);
    k = reduced.k;
    r = reduced.upper - reduced.lower;
    rounding = (reduced.upper - r) - reduced.lower;
  }
  double const half_r = 0.5 * r;
  double const half_square = r * half_r;
  double const series = polynomial(half_square, 1, -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05,
                                   4.00821782732936239552e-06, -2.01099218183624371326e-07);
  double const t = 3 - series * half_r;
  double e = half_square * ((series - t) / (6 - r * t));
  if (k == 0) return r - (r * e - half_square);
  e = (r * (e - rounding) - rounding) - half_square;
  if (k == -1) return 0.5 * (r - e) - 0.5;
  if (k == 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k <= -2 || k > 56) {  // subtracting 1 at the end loses nothing
    double const y = 1 - (e - r);
    return (k == 1024 ? y * 2 * 0x1p1023 : y * power_of_two(k)) - 1;
  }
  // 2^k (1 - 2^-k + …), with 1 added where that is exact.
  if (k < 20) return ((1 - power_of_two(-k)) - (e - r)) * power_of_two(k);
  return ((r - (e + power_of_two(-k))) + 1) * power_of_two(k);
}

}  // namespace rowfuse::math
