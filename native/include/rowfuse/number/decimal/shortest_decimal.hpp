/// The shortest decimal that reads back as the same double.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/powers_of_ten.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::detail {

/// digits * 10^exponent
struct Decimal {
  uint64_t digits;
  int32_t exponent;
};

/// Returns g * x / 2^128, rounded to odd: the lowest bit is set if anything was cut off. The table's entries are too large by at most one
/// unit, which affects at most the last of the next 64 bits (section 9.9 of the paper).
RF_HD RF_INLINE uint64_t scale_to_odd(PowerOfTen g, uint64_t x) {
  uint64_t const carried = multiply(g.low, x).high;
  Product const upper = multiply(g.high, x);
  uint64_t const fraction = upper.low + carried;
  uint64_t const integer = upper.high + static_cast<uint64_t>(fraction < carried);
  return integer | static_cast<uint64_t>(fraction > 1);
}

/// Returns the shortest decimal inside the rounding interval of a positive finite `value`, and of these the one closest to it; a tie goes
/// to the even one. The digits may end in zeros. Raffaello Giulietti, "The Schubfach way to render doubles" (2020).
RF_HD inline Decimal shortest_decimal(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  uint64_t const fraction = bits & ((uint64_t{1} << 52) - 1);
  auto const biased = static_cast<int32_t>(bits >> 52 & 0x7FF);

  // value = c * 2^q
  uint64_t const c = biased == 0 ? fraction : fraction | uint64_t{1} << 52;
  int32_t const q = (biased == 0 ? 1 : biased) - 1075;
  bool const even = (c & 1) == 0;
  // The neighbour below a power of two is only half as far away.
  bool const irregular = fraction == 0 && biased > 1;

  // The borders of the interval and its value, times four to stay integers.
  uint64_t const left = 4 * c - 2 + static_cast<uint64_t>(irregular);
  uint64_t const middle = 4 * c;
  uint64_t const right = 4 * c + 2;

  // k = floor(log10 of the interval's width), h = the shift that leaves two fractional bits. Both use fixed-point logarithms that are exact
  // in this range.
  int32_t const k = (q * 1262611 - (irregular ? 524031 : 0)) >> 22;
  int32_t const h = q + ((-k * 1741647) >> 19) + 1;
  PowerOfTen const g = power_of_ten(-k);
  uint64_t const lower = scale_to_odd(g, left << h) + static_cast<uint64_t>(!even);
  uint64_t const scaled = scale_to_odd(g, middle << h);
  uint64_t const upper = scale_to_odd(g, right << h) - static_cast<uint64_t>(!even);

  // At most one multiple of ten fits; if one does, it is shorter.
  uint64_t const s = scaled / 4;
  if (s >= 10) {
    uint64_t const tens = s / 10;
    bool const down = lower <= 40 * tens;
    bool const up = 40 * tens + 40 <= upper;
    if (down != up) return {tens + static_cast<uint64_t>(up), k + 1};
  }
  bool const down = lower <= 4 * s;
  bool const up = 4 * s + 4 <= upper;
  if (down != up) return {s + static_cast<uint64_t>(up), k};
  uint64_t const half = 4 * s + 2;
  bool const nearer = scaled > half || (scaled == half && (s & 1) != 0);
  return {s + static_cast<uint64_t>(nearer), k};
}

}  // namespace rowfuse::detail
