/// `Math.cbrt` and `Math.hypot`, as V8 computes them.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::math {

/// The method of fdlibm and FreeBSD: a third of the exponent gives about 5 bits, a polynomial 23, and a step of Newton's method, whose
/// products are exact, the rest.
RF_HD inline double cbrt(double x) {
  using namespace detail;
  double const magnitude = absolute(x);
  if (!(magnitude < infinity()) || x == 0) return x;
  constexpr int32_t third_of_bias = 715094163;             // (1023 - 1023/3 - 0.03306235651) * 2^20
  constexpr int32_t third_of_subnormal_bias = 696219795;   // (1023 - 1023/3 - 54/3 - 0.03306235651) * 2^20
  int32_t const half = magnitude_half(x);
  int32_t const guess = half < 0x00100000 ? magnitude_half(x * 0x1p54) / 3 + third_of_subnormal_bias : half / 3 + third_of_bias;
  double t = with_sign(from_halves(guess, 0), x);
  double const r = (t * t) * (t / x);
  t = t * (polynomial(r, 1.87595182427177009643, -1.88497979543377169875, 1.621429720105354466140) +
           ((r * r) * r) * polynomial(r, -0.758397934778766047437, 0.145996192886612446982));
  t = from_bits((to_bits(t) + 0x80000000u) & 0xffffffffc0000000u);
  double const square = t * t;
  double const quotient = x / square;
  return t + t * ((quotient - t) / (t + t + quotient));
}

/// ECMA-262 21.3.2.18, by Kahan's compensated summation of the squares, relative to the largest. An infinity wins over NaN.
template <class... T>
RF_HD inline double hypot(T... arguments) {
  double const magnitudes[] = {detail::absolute(arguments)...};
  double largest = 0;
  bool has_nan = false;
  for (double const magnitude : magnitudes) {
    if (magnitude != magnitude) has_nan = true;
    if (magnitude > largest) largest = magnitude;
  }
  if (largest == infinity()) return largest;
  if (has_nan) return nan();
  if (largest == 0) return 0;
  double sum = 0;
  double compensation = 0;
  for (double const magnitude : magnitudes) {
    double const ratio = magnitude / largest;
    double const summand = ratio * ratio - compensation;
    double const next = sum + summand;
    compensation = (next - sum) - summand;
    sum = next;
  }
  return ::sqrt(sum) * largest;
}

}  // namespace rowfuse::math
