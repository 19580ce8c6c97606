/// Hyperbolic functions and their inverses, from exponentials and logarithms, by the method of fdlibm (Sun Microsystems, 1993), as V8
/// computes them.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>
#include <rowfuse/number/math/exponential.hpp>
#include <rowfuse/number/math/logarithm.hpp>

namespace rowfuse::math::detail {

/// The largest argument whose hyperbolic sine and cosine are finite.
inline constexpr double largest_hyperbolic = 710.4758600739439;
inline constexpr double ln2 = 6.93147180559945286227e-01;

/// e^x / 2 for x from 22 on, where the other exponential is negligible.
RF_HD inline double half_exponential(double x, double half) {
  if (upper_half(x) < 0x40862e42) return half * exp(x);
  if (x > largest_hyperbolic) return half * infinity();
  double const root = exp(0.5 * x);  // its square overflows only before it is halved
  return half * root * root;
}

}  // namespace rowfuse::math::detail

namespace rowfuse::math {

RF_HD inline double sinh(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  if (!(magnitude >= 0x1p-28)) return x;  // also for NaN
  double const half = x < 0 ? -0.5 : 0.5;
  if (magnitude >= 22) return half_exponential(magnitude, half);
  double const t = expm1(magnitude);
  return magnitude < 1 ? half * (2 * t - t * t / (t + 1)) : half * (t + t / (t + 1));
}

RF_HD inline double cosh(double x) {
  using namespace detail;
  if (x != x) return x;
  double const magnitude = absolute(x);
  int32_t const half = magnitude_half(x);
  if (half < 0x3fd62e43) {  // ln 2 / 2
    double const t = expm1(magnitude);
    double const w = 1 + t;
    return half < 0x3c800000 ? w : 1 + (t * t) / (w + w);  // 2^-55
  }
  if (magnitude >= 22) return half_exponential(magnitude, 0.5);
  double const t = exp(magnitude);
  return 0.5 * t + 0.5 / t;
}

RF_HD inline double tanh(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  if (!(magnitude >= 0x1p-28)) return x;
  if (magnitude >= 22) return with_sign(1, x);
  double z;
  if (magnitude >= 1) {
    z = 1 - 2 / (expm1(2 * magnitude) + 2);
  } else {
    double const t = expm1(-2 * magnitude);
    z = -t / (t + 2);
  }
  return with_sign(z, x);
}

RF_HD inline double asinh(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  int32_t const half = magnitude_half(x);
  if (half >= upper_half_of_infinity || half < 0x3e300000) return x;  // 2^-28
  double w;
  if (half > 0x41b00000) {  // 2^28
    w = log(magnitude) + ln2;
  } else if (half > 0x40000000) {
    w = log(2 * magnitude + 1 / (::sqrt(x * x + 1) + magnitude));
  } else {
    double const square = x * x;
    w = log1p(magnitude + square / (1 + ::sqrt(1 + square)));
  }
  return with_sign(w, x);
}

RF_HD inline double acosh(double x) {
  using namespace detail;
  if (!(x >= 1)) return nan();
  int32_t const upper = upper_half(x);
  if (upper >= 0x41b00000) return x == infinity() ? x : log(x) + ln2;
  if (x == 1) return 0;
  if (upper > 0x40000000) return log(2 * x - 1 / (x + ::sqrt(x * x - 1)));
  double const t = x - 1;
  return log1p(t + ::sqrt(2 * t + t * t));
}

RF_HD inline double atanh(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  if (!(magnitude <= 1)) return nan();
  if (magnitude == 1) return with_sign(infinity(), x);
  if (magnitude < 0x1p-28) return x;
  double const twice = magnitude + magnitude;
  double const t = magnitude < 0.5 ? log1p(twice + twice * magnitude / (1 - magnitude)) : log1p(twice / (1 - magnitude));
  return with_sign(0.5 * t, x);
}

}  // namespace rowfuse::math
