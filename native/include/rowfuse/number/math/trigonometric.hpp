/// Sine, cosine and tangent, by the method of fdlibm (Sun Microsystems, 1993), as V8 computes them.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>
#include <rowfuse/number/math/reduce_angle.hpp>

namespace rowfuse::math::detail {

/// The upper half of pi/4.
inline constexpr int32_t half_of_quarter_pi = 0x3fe921fb;

/// The first term of the sine's series after x.
inline constexpr double sine_cubic = -1.66666666666666324348e-01;

/// The rest of the series, by Remes.
RF_HD constexpr double sine_series(double z) {
  return polynomial(z, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06, -2.50507602534068634195e-08,
                    1.58969099521155010221e-10);
}

/// The sine of x between -pi/4 and pi/4.
RF_HD constexpr double sine_of_small(double x) {
  if (magnitude_half(x) < 0x3e400000) return x;  // 2^-27
  double const z = x * x;
  double const cube = z * x;
  return x + cube * (sine_cubic + z * sine_series(z));
}

/// The sine of x + y, with y far smaller than x.
RF_HD constexpr double sine_of_reduced(double x, double y) {
  if (magnitude_half(x) < 0x3e400000) return x;
  double const z = x * x;
  double const cube = z * x;
  return x - ((z * (0.5 * y - cube * sine_series(z)) - y) - cube * sine_cubic);
}

/// The cosine of x + y.
RF_HD constexpr double cosine_of_reduced(double x, double y) {
  int32_t const half = magnitude_half(x);
  if (half < 0x3e400000) return 1;
  double const z = x * x;
  double const series = z * polynomial(z, 4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                                       -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11);
  if (half < 0x3fd33333) return 1 - (0.5 * z - (z * series - x * y));  // 0.3
  // 1 - z/2 loses bits here, so about a quarter of x is subtracted from both exactly.
  double const part = half > 0x3fe90000 ? 0.28125 : from_halves(half - 0x00200000, 0);
  double const rest = 0.5 * z - part;
  return (1 - part) - (rest - (z * series - x * y));
}

/// -1 / (x + y), with the reciprocal to twice the precision.
RF_HD constexpr double negative_reciprocal(double x, double y) {
  double const sum = x + y;
  double const z = leading_part(sum);
  double const rest = y - (z - x);
  double const reciprocal = -1 / sum;
  double const t = leading_part(reciprocal);
  double const s = 1 + t * z;
  return t + reciprocal * (s + t * rest);
}

/// The tangent of x + y, or its negative reciprocal for an odd quadrant.
RF_HD constexpr double tangent_of_reduced(double x, double y, bool is_odd) {
  int32_t const half = magnitude_half(x);
  if (half < 0x3e300000) {  // 2^-28
    if (!is_odd) return x;
    return x == 0 && y == 0 ? infinity() : negative_reciprocal(x, y);
  }
  bool const is_large = half >= 0x3fe59428;  // 0.6744
  bool const is_negated = is_negative(x);
  if (is_large) {  // computes tan x from tan(pi/4 - x)
    if (is_negated) {
      x = -x;
      y = -y;
    }
    x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y);
    y = 0;
  }
  double const z = x * x;
  double const w = z * z;
  double const odd = polynomial(w, 1.33333333333201242699e-01, 2.18694882948595424599e-02, 3.59207910759131235356e-03,
                                5.88041240820264096874e-04, 7.81794442939557092300e-05, -1.85586374855275456654e-05);
  double const even = z * polynomial(w, 5.39682539762260521377e-02, 8.86323982359930005737e-03, 1.45620945432529025516e-03,
                                     2.46463134818469906812e-04, 7.14072491382608190305e-05, 2.59073051863633712884e-05);
  double const cube = z * x;
  double rest = y + z * (cube * (odd + even) + y);
  rest += 3.33333333333334091986e-01 * cube;
  double const tangent = x + rest;
  if (is_large) {
    double const v = is_odd ? -1 : 1;
    double const value = v - 2 * (x - (tangent * tangent / (tangent + v) - rest));
    return is_negated ? -value : value;
  }
  return is_odd ? negative_reciprocal(x, rest) : tangent;
}

}  // namespace rowfuse::math::detail

namespace rowfuse::math {

RF_HD inline double sin(double x) {
  using namespace detail;
  int32_t const half = magnitude_half(x);
  if (half <= half_of_quarter_pi) return sine_of_small(x);
  if (half >= upper_half_of_infinity) return nan();
  auto const [quadrant, upper, lower] = reduce_angle(x);
  double const value = (quadrant & 1) != 0 ? cosine_of_reduced(upper, lower) : sine_of_reduced(upper, lower);
  return (quadrant & 2) != 0 ? -value : value;
}

RF_HD inline double cos(double x) {
  using namespace detail;
  int32_t const half = magnitude_half(x);
  if (half <= half_of_quarter_pi) return cosine_of_reduced(x, 0);
  if (half >= upper_half_of_infinity) return nan();
  auto const [quadrant, upper, lower] = reduce_angle(x);
  double const value = (quadrant & 1) != 0 ? sine_of_reduced(upper, lower) : cosine_of_reduced(upper, lower);
  return ((quadrant + 1) & 2) != 0 ? -value : value;
}

RF_HD inline double tan(double x) {
  using namespace detail;
  int32_t const half = magnitude_half(x);
  if (half <= half_of_quarter_pi) return tangent_of_reduced(x, 0, false);
  if (half >= upper_half_of_infinity) return nan();
  auto const [quadrant, upper, lower] = reduce_angle(x);
  return tangent_of_reduced(upper, lower, (quadrant & 1) != 0);
}

}  // namespace rowfuse::math
