/// Decimals converted to doubles, exactly rounded for any length.
#pragma once

#include <cstdint>

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/decimal_expansion.hpp>
#include <rowfuse/number/decimal/power_product.hpp>
#include <rowfuse/number/exact/binary_double.hpp>

namespace rowfuse::detail {

RF_HD constexpr bool is_digit(int32_t unit) { return unit >= '0' && unit <= '9'; }

/// All the digits of a decimal literal: digits * 10^exponent, where `digits` holds the first 19 significant ones.
template <class Cursor>
struct DecimalDigits {
  static constexpr int32_t most = 19;  // this many always fit in 64 bits

  uint64_t digits = 0;
  int64_t exponent = 0;
  int32_t count = 0;
  bool more = false;   // true if a further digit is not 0
  Cursor first;        // at the first digit that is not 0; a point may follow
  int64_t length = 0;  // of all digits from there on

  RF_HD void add(uint32_t digit, bool after_point, Cursor const& at) {
    if (count == 0 && digit != 0) first = at;
    if (count != 0 || digit != 0) ++length;
    if (count < most) {
      digits = digits * 10 + digit;
      if (digits != 0) ++count;
      if (after_point) --exponent;
    } else {
      more = more || digit != 0;
      if (!after_point) ++exponent;
    }
  }
};

/// The bits of two doubles between which a rounded decimal lies.
struct Bracket {
  uint64_t low;
  uint64_t high;
};

/// Brackets digits * 10^exponent, for exponents in [-342, 308]: the product with 10^exponent truncated to 128 bits, and with the next
/// larger one. If both round to the same double, so does everything in between. This is the method of Daniel Lemire, "Number parsing at a
/// gigabyte per second" (2021), with the error carried along instead of a proof for each case.
RF_HD inline Bracket bracket(uint64_t digits, int32_t exponent) {
  int32_t const shift = leading_zeros(digits);
  uint64_t const factor = digits << shift;
  PowerProduct const product = times_power_of_ten(factor, exponent);
  // The words of the product with a power that is one unit larger in its last place.
  uint64_t const next_low = is_exact_power(exponent) ? product.low : product.low + factor;
  uint64_t const next_middle = product.middle + static_cast<uint64_t>(next_low < product.low);
  uint64_t const next_high = product.high + static_cast<uint64_t>(next_middle < product.middle);

  int32_t const binary = binary_scale(exponent) - 127 - shift + 128;
  auto const round = [binary](uint64_t a, uint64_t b, uint64_t c) {
    bool const is_high = a >> 63 != 0;
    uint64_t const leading = is_high ? a : a << 1 | b >> 63;
    uint64_t const rest = is_high ? b | c : b << 1 | c;
    return round_to_double(leading, rest != 0, is_high ? binary : binary - 1);
  };
  return {round(product.high, product.middle, product.low), round(next_high, next_middle, next_low)};
}

/// Returns the one of two neighbouring doubles that is nearest to a decimal between them, decided by the digits of the midpoint.
template <class Cursor>
RF_HD RF_NOINLINE uint64_t decide(Bracket doubles, DecimalDigits<Cursor> const& decimal) {
  Binary const low = binary_of(doubles.low);
  DecimalExpansion middle{{2 * low.digits + 1, low.exponent - 1}};
  int64_t const exponent = decimal.exponent + decimal.count - 1;
  if (exponent != middle.exponent()) return exponent < middle.exponent() ? doubles.low : doubles.high;
  Cursor at = decimal.first;
  for (int64_t i = 0; i < decimal.length; ++i, at.advance()) {
    if (at.peek() == '.') at.advance();
    auto const digit = static_cast<uint32_t>(at.peek() - '0');
    uint32_t const other = middle.next();
    if (digit != other) return digit < other ? doubles.low : doubles.high;
  }
  if (!middle.is_exhausted()) return doubles.low;
  return (doubles.low & 1) == 0 ? doubles.low : doubles.high;
}

RF_TABLE(ExactPowers, double, 23, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
         1e19, 1e20, 1e21, 1e22)

/// Returns the double nearest to a decimal, ties to even.
template <class Cursor>
RF_HD double nearest_double(DecimalDigits<Cursor> const& decimal) {
  if (decimal.digits == 0) return 0;
  // 19 digits are below 10^19, and half the least subnormal number is above 10^-324.
  if (decimal.exponent < -342) return 0;
  if (decimal.exponent > 308) return from_bits(uint64_t{2047} << 52);
  auto const exponent = static_cast<int32_t>(decimal.exponent);
  // Both operands are exact doubles, so there is only one rounding: W. D. Clinger, "How to read floating point numbers accurately" (1990).
  constexpr uint64_t exact_digits = uint64_t{1} << 53;
  if (decimal.digits <= exact_digits && !decimal.more && exponent >= -22 && exponent <= 22) {
    auto const digits = static_cast<double>(decimal.digits);
    return exponent < 0 ? digits / ExactPowers::at(static_cast<uint32_t>(-exponent))
                        : digits * ExactPowers::at(static_cast<uint32_t>(exponent));
  }
  Bracket doubles = bracket(decimal.digits, exponent);
  if (decimal.more) doubles.high = bracket(decimal.digits + 1, exponent).high;
  return from_bits(doubles.low == doubles.high ? doubles.low : decide(doubles, decimal));
}

}  // namespace rowfuse::detail
