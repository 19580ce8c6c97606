/// `Math.max` and `Math.min`.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

#if defined(__SSE2__) && !defined(__CUDACC__)
#include <emmintrin.h>
#endif

namespace rowfuse::math {

namespace detail {

/// Returns `a > b ? a : b`, by one instruction. Compilers make a jump of it where `a` was an integer, and data decides the jump.
RF_HD constexpr double larger(double a, double b) {
#if defined(__SSE2__) && !defined(__CUDACC__)
  if (!__builtin_is_constant_evaluated()) return _mm_cvtsd_f64(_mm_max_sd(_mm_set_sd(a), _mm_set_sd(b)));
#endif
  return a > b ? a : b;
}
/// Returns `a < b ? a : b`.
RF_HD constexpr double smaller(double a, double b) {
#if defined(__SSE2__) && !defined(__CUDACC__)
  if (!__builtin_is_constant_evaluated()) return _mm_cvtsd_f64(_mm_min_sd(_mm_set_sd(a), _mm_set_sd(b)));
#endif
  return a < b ? a : b;
}

}  // namespace detail

// A single argument is its own extreme; without arguments the result is a constant.
RF_HD constexpr double max(double a) { return a; }
RF_HD constexpr double min(double a) { return a; }
RF_HD constexpr int32_t max(int32_t a) { return a; }
RF_HD constexpr int64_t max(int64_t a) { return a; }
RF_HD constexpr int32_t min(int32_t a) { return a; }
RF_HD constexpr int64_t min(int64_t a) { return a; }

/// ECMA-262 21.3.2.24: NaN wins, and 0 is greater than -0.
RF_HD constexpr double max(double a, double b) {
  if (a != a || b != b) return nan();
#if defined(RF_DEVICE_PASS)
  if (a == b) return detail::is_negative(a) ? b : a;
#else
  // Only a zero depends on the order of the operands. A test of `a == b` would be one more step from each extreme of a loop to the next.
  if (RF_UNLIKELY(detail::to_bits(b) == detail::to_bits(-0.0))) return detail::larger(b, a);
#endif
  return detail::larger(a, b);
}
/// ECMA-262 21.3.2.25
RF_HD constexpr double min(double a, double b) {
  if (a != a || b != b) return nan();
#if defined(RF_DEVICE_PASS)
  if (a == b) return detail::is_negative(a) ? a : b;
#else
  if (RF_UNLIKELY(detail::to_bits(b) == detail::to_bits(0.0))) return detail::smaller(b, a);
#endif
  return detail::smaller(a, b);
}
RF_HD constexpr int32_t max(int32_t a, int32_t b) { return a > b ? a : b; }
RF_HD constexpr int64_t max(int64_t a, int64_t b) { return a > b ? a : b; }
RF_HD constexpr int32_t min(int32_t a, int32_t b) { return a < b ? a : b; }
RF_HD constexpr int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

template <class T, class... Rest>
  requires(sizeof...(Rest) > 0)
RF_HD constexpr T max(T a, T b, Rest... rest) {
  return max(max(a, b), rest...);
}
template <class T, class... Rest>
  requires(sizeof...(Rest) > 0)
RF_HD constexpr T min(T a, T b, Rest... rest) {
  return min(min(a, b), rest...);
}

}  // namespace rowfuse::math
