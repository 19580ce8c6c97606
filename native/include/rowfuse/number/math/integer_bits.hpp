/// Functions of the 32 bits of an integer.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse {

/// ECMA-262 7.1.6 ToInt32: the integer part modulo 2^32; NaN and infinities become 0.
RF_HD constexpr int32_t to_int32(double x) {
  // NaN fails the comparison. Within 64 bits the conversion truncates exactly, and the low half is the result.
  if (x > -0x1p63 && x < 0x1p63) return static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(x)));
  uint64_t const bits = math::detail::to_bits(x);
  // The value is a significand of 53 bits times 2^shift. From a shift of 32 on, infinities and NaN included, no low bit is left.
  int const shift = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
  if (shift >= 32) return 0;
  auto const magnitude = static_cast<uint32_t>((bits & 0xfffffffffffffu) << shift);
  return static_cast<int32_t>(x < 0 ? 0u - magnitude : magnitude);
}
RF_HD constexpr int32_t to_int32(int32_t x) { return x; }
RF_HD constexpr int32_t to_int32(int64_t x) { return static_cast<int32_t>(static_cast<uint32_t>(x)); }

/// Arithmetic modulo 2^32, for sums that ToInt32 truncates anyway.
RF_HD constexpr int32_t wrapping_add(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}
RF_HD constexpr int32_t wrapping_subtract(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

namespace math {

/// Returns the number of zeros before the highest bit of 32; 32 if there is none.
RF_HD inline int32_t clz32(int32_t x) {
#if defined(RF_DEVICE_PASS)
  return __clz(x);
#elif defined(__GNUC__)
  return x == 0 ? 32 : __builtin_clz(static_cast<uint32_t>(x));
#else
  return std::countl_zero(static_cast<uint32_t>(x));
#endif
}

/// The low 32 bits of a product.
RF_HD constexpr int32_t imul(int32_t a, int32_t b) { return static_cast<int32_t>(static_cast<uint32_t>(a) * static_cast<uint32_t>(b)); }

}  // namespace math

}  // namespace rowfuse
