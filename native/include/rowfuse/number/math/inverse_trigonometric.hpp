/// Inverse trigonometric functions, by the method of fdlibm (Sun Microsystems, 1993), as V8 computes them.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::math::detail {

inline constexpr double pi = 3.14159265358979311600e+00;
inline constexpr double half_pi_upper = 1.57079632679489655800e+00;
inline constexpr double half_pi_lower = 6.12323399573676603587e-17;
inline constexpr double quarter_pi = 7.85398163397448278999e-01;

/// (asin x - x) / x = R(x^2), a rational function by Remes, for x^2 up to 1/4.
RF_HD constexpr double arcsine_series(double z) {
  double const p = z * polynomial(z, 1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
                                  -4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05);
  double const q =
      polynomial(z, 1, -2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01, 7.70381505559019352791e-02);
  return p / q;
}

/// The arc tangent of a reference point, in two parts.
struct ArcTangent {
  double upper;
  double lower;
};

}  // namespace rowfuse::math::detail

namespace rowfuse::math {

/// From 1/2 on: asin x = pi/2 - 2 asin sqrt((1 - x) / 2).
RF_HD inline double asin(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  if (!(magnitude <= 1)) return nan();
  if (magnitude == 1) return x * half_pi_upper + x * half_pi_lower;
  if (magnitude < 0.5) return magnitude < 0x1p-27 ? x : x + x * arcsine_series(x * x);
  double const z = (1 - magnitude) * 0.5;
  double const series = arcsine_series(z);
  double const s = ::sqrt(z);
  if (magnitude_half(x) >= 0x3fef3333)  // 0.975
    return with_sign(half_pi_upper - (2 * (s + s * series) - half_pi_lower), x);
  double const leading = leading_part(s);
  double const rest = (z - leading * leading) / (s + leading);
  double const p = 2 * s * series - (half_pi_lower - 2 * rest);
  double const q = quarter_pi - 2 * leading;
  return with_sign(quarter_pi - (p - q), x);
}

RF_HD inline double acos(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  if (!(magnitude <= 1)) return nan();
  if (magnitude == 1) return x > 0 ? 0 : pi + 2 * half_pi_lower;
  if (magnitude < 0.5) {
    if (magnitude_half(x) <= 0x3c600000) return half_pi_upper + half_pi_lower;  // 2^-57
    return half_pi_upper - (x - (half_pi_lower - x * arcsine_series(x * x)));
  }
  double const z = (1 - magnitude) * 0.5;
  double const s = ::sqrt(z);
  double const series = arcsine_series(z);
  if (x < 0) return pi - 2 * (s + (series * s - half_pi_lower));
  double const leading = leading_part(s);
  double const rest = (z - leading * leading) / (s + leading);
  return 2 * (leading + (series * s + rest));
}

/// atan x = atan c + atan((x - c) / (1 + c x)), with c one of 1/2, 1, 3/2 and infinity.
RF_HD inline double atan(double x) {
  using namespace detail;
  if (x != x) return x;
  int32_t const half = magnitude_half(x);
  if (half >= 0x44100000) return with_sign(half_pi_upper + half_pi_lower, x);  // 2^66
  double t = x;
  ArcTangent base{0, 0};
  bool const is_related = half >= 0x3fdc0000;  // 7/16
  if (!is_related) {
    if (half < 0x3e400000) return x;  // 2^-27
  } else {
    double const magnitude = absolute(x);
    if (half < 0x3fe60000) {  // 11/16
      t = (2 * magnitude - 1) / (2 + magnitude);
      base = {4.63647609000806093515e-01, 2.26987774529616870924e-17};
    } else if (half < 0x3ff30000) {  // 19/16
      t = (magnitude - 1) / (magnitude + 1);
      base = {quarter_pi, 3.06161699786838301793e-17};
    } else if (half < 0x40038000) {  // 39/16
      t = (magnitude - 1.5) / (1 + 1.5 * magnitude);
      base = {9.82793723247329054082e-01, 1.39033110312309984516e-17};
    } else {
      t = -1 / magnitude;
      base = {half_pi_upper, half_pi_lower};
    }
  }
  double const z = t * t;
  double const w = z * z;
  double const even = z * polynomial(w, 3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
                                     6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02);
  double const odd = w * polynomial(w, -1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02,
                                    -5.83357013379057348645e-02, -3.65315727442169155270e-02);
  if (!is_related) return t - t * (even + odd);
  return with_sign(base.upper - ((t * (even + odd) - base.lower) - t), x);
}

/// ECMA-262 21.3.2.8: the angle of the point (x, y). The signs of zeros also determine its quadrant.
RF_HD inline double atan2(double y, double x) {
  using namespace detail;
  if (x != x || y != y) return nan();
  if (x == 1) return atan(y);
  constexpr double pi_lower = 1.2246467991473531772e-16;
  bool const is_left = is_negative(x);
  double const x_magnitude = absolute(x);
  double const y_magnitude = absolute(y);
  if (y == 0) return is_left ? with_sign(pi, y) : y;
  if (x == 0) return with_sign(half_pi_upper, y);
  if (x_magnitude == infinity()) {
    if (y_magnitude == infinity()) return with_sign(is_left ? 3 * quarter_pi : quarter_pi, y);
    return with_sign(is_left ? pi : 0, y);
  }
  if (y_magnitude == infinity()) return with_sign(half_pi_upper, y);
  int32_t const exponents = (magnitude_half(y) - magnitude_half(x)) >> 20;
  if (exponents > 60) return with_sign(half_pi_upper + 0.5 * pi_lower, y);
  double const angle = is_left && exponents < -60 ? 0 : atan(absolute(y / x));
  if (!is_left) return with_sign(angle, y);
  return is_negative(y) ? (angle - pi_lower) - pi : pi - (angle - pi_lower);
}

}  // namespace rowfuse::math
