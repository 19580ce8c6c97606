/// Digits of integers as text.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

RF_HD RF_INLINE int32_t decimal_digits(uint64_t value) {
  int32_t digits = 1;
  while (value >= 10) {
    value /= 10;
    ++digits;
  }
  return digits;
}

/// Writes the `count` decimal digits of `value` so that they end before `end`.
RF_HD RF_INLINE void write_digits(char* end, uint64_t value, int32_t count) {
  // 64-bit divisions only while needed: eight digits at a time fit in 32 bits.
  while (count > 8) {
    auto part = static_cast<uint32_t>(value % 100000000u);
    value /= 100000000u;
    for (int32_t i = 0; i < 8; ++i) {
      *--end = static_cast<char>('0' + part % 10);
      part /= 10;
    }
    count -= 8;
  }
  auto part = static_cast<uint32_t>(value);
  for (; count > 0; --count) {
    *--end = static_cast<char>('0' + part % 10);
    part /= 10;
  }
}

/// Writes `e+21`. Returns the number of characters.
RF_HD RF_INLINE int32_t write_exponent(char* out, int32_t exponent) {
  out[0] = 'e';
  out[1] = exponent < 0 ? '-' : '+';
  auto const magnitude = static_cast<uint64_t>(exponent < 0 ? -exponent : exponent);
  int32_t const digits = decimal_digits(magnitude);
  write_digits(out + 2 + digits, magnitude, digits);
  return 2 + digits;
}

}  // namespace rowfuse::detail
