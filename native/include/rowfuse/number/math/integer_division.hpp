/// Divisions of int32_t that C++ has no operator for. The divisor is not 0, and the compiler has proved that the result is an int32_t.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// `Math.floor(a / b)`
RF_HD constexpr int32_t floor_quotient(int32_t a, int32_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

/// `Math.ceil(a / b)`
RF_HD constexpr int32_t ceil_quotient(int32_t a, int32_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0) ? 1 : 0); }

/// `a % b`, also for the lowest integer and -1, for which processors trap.
RF_HD constexpr int32_t integer_remainder(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }

/// `a % b === 0`. Host compilers have no division of vectors of integers. The double of a quotient of 32-bit integers is an integer only if the
/// quotient is one, and then its product with the divisor is the dividend.
RF_HD RF_INLINE constexpr bool is_multiple(int32_t a, int32_t b) {
#if defined(RF_DEVICE_PASS)
  return a % b == 0;
#else
  double const quotient = static_cast<double>(a) / static_cast<double>(b);
  return static_cast<uint32_t>(static_cast<int32_t>(quotient)) * static_cast<uint32_t>(b) == static_cast<uint32_t>(a);
#endif
}

}  // namespace rowfuse
