/// Doubles rounded exactly to a number of decimal digits; a half rounds up.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/decimal_expansion.hpp>
#include <rowfuse/number/decimal/decimal_writer.hpp>
#include <rowfuse/number/decimal/power_product.hpp>
#include <rowfuse/number/exact/binary_double.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::detail {

/// 10^exponent, for exponents up to 19.
RF_HD RF_INLINE uint64_t small_power_of_ten(int32_t exponent) {
#if defined(RF_DIGITS_IN_WORDS)
  return powers_of_ten_64[exponent];
#else
  uint64_t power = 1;
  for (int32_t i = 0; i < exponent; ++i) power *= 10;
  return power;
#endif
}

/// Writes the next `count` digits, rounded by the digit after them. Returns true if that carries past the first digit: then all of them are
/// 0, and a 1 belongs before them.
RF_HD inline bool write_rounded(char* out, DecimalExpansion& digits, int32_t count) {
  for (int32_t i = 0; i < count; ++i) out[i] = static_cast<char>('0' + digits.next());
  if (digits.next() < 5) return false;
  for (int32_t i = count - 1; i >= 0; --i) {
    if (out[i] != '9') {
      ++out[i];
      return false;
    }
    out[i] = '0';
  }
  return true;
}

RF_HD RF_NOINLINE int32_t write_significant_exactly(char* out, Binary value, int32_t count) {
  DecimalExpansion digits{value};
  int32_t const exponent = digits.exponent();
  if (!write_rounded(out, digits, count)) return exponent;
  out[0] = '1';
  return exponent + 1;
}

/// A scaled number, truncated and rounded to an integer.
struct Scaled {
  uint64_t truncated;
  uint64_t rounded;
  bool is_known;  ///< false if the method cannot tell how to round
};

/// Computes value * 10^exponent, for a result below 2^62. The power of ten is truncated to 128 bits, which makes the product too small by
/// less than a unit in the second of its three words.
RF_HD inline Scaled scale_by_power(Binary value, int32_t exponent) {
  int32_t const shift = leading_zeros(value.digits);
  uint64_t const factor = value.digits << shift;
  PowerProduct const product = times_power_of_ten(factor, exponent);
  // The number of bits of the highest word that are after the point.
  int32_t const places = shift - value.exponent - binary_scale(exponent) - 1;
  if (places < 1 || places > 63) return {0, 0, false};
  uint64_t const truncated = product.high >> places;
  uint64_t const fraction = product.high << (64 - places) | product.middle >> places;
  constexpr uint64_t half = uint64_t{1} << 63;
  // The truncated part, and bits below the fraction's last place, are less than two units there.
  bool const is_known = is_exact_power(exponent) || fraction >= half || fraction < half - 2;
  return {truncated, truncated + static_cast<uint64_t>(fraction >= half), is_known};
}

/// Writes the first `count` digits (1 to 101) of a positive number. Returns the power of ten of the first digit.
RF_HD inline int32_t write_significant(char* out, double number, int32_t count) {
  Binary const value = binary_of(to_bits(number));
  if (count <= 17) {
    // The power of ten of a lower power of two: right, or one too small.
    int32_t const bits = 64 - leading_zeros(value.digits) + value.exponent;
    int32_t exponent = ((bits - 1) * 1262611) >> 22;
    uint64_t const limit = small_power_of_ten(count);
    for (int32_t i = 0; i < 2; ++i, ++exponent) {
      int32_t const power = count - 1 - exponent;
      if (power > 324) break;
      Scaled const scaled = scale_by_power(value, power);
      if (!scaled.is_known) break;
      if (scaled.truncated >= limit) continue;
      bool const carries = scaled.rounded == limit;
      write_digits(out, carries ? limit / 10 : scaled.rounded, count);
      return exponent + static_cast<int32_t>(carries);
    }
  }
  return write_significant_exactly(out, value, count);
}

/// Writes a number of [0, 10^21) with `count` (0 to 100) digits after the point. Returns the number of characters.
RF_HD RF_NOINLINE int32_t write_fixed_exactly(char* out, Binary value, int32_t count) {
  // First the digits without a point: zeros, then the others.
  int32_t size = count + 1;
  int32_t zeros = size;
  if (value.digits != 0) {
    DecimalExpansion digits{value};
    int32_t const exponent = digits.exponent();
    int32_t const rest = exponent + count + 1;
    zeros = exponent >= 0 ? 0 : rest >= 0 ? -exponent : size;
    if (rest >= 0) {
      size = zeros + rest;
      if (write_rounded(out + zeros, digits, rest)) {
        if (zeros == 0) {
          for (int32_t i = size++; i > 0; --i) out[i] = out[i - 1];
          out[0] = '1';
        } else {
          out[--zeros] = '1';
        }
      }
    }
  }
  for (int32_t i = 0; i < zeros; ++i) out[i] = '0';
  if (count == 0) return size;
  for (int32_t i = 0; i < count; ++i) out[size - i] = out[size - i - 1];
  out[size - count] = '.';
  return size + 1;
}

/// Writes the same text, in words of 64 bits if they are enough.
RF_HD inline int32_t write_fixed(char* out, double number, int32_t count) {
  Binary const value = binary_of(to_bits(number));
  int32_t const scale = -value.exponent;
  if (scale < 0 || count > 18) return write_fixed_exactly(out, value, count);
  uint64_t whole = scale < 64 ? value.digits >> scale : 0;
  uint64_t const fraction = scale < 64 ? value.digits & ((uint64_t{1} << scale) - 1) : value.digits;
  uint64_t const power = small_power_of_ten(count);
  uint64_t digits = 0;
  // The product is below 2^53 * 10^18, so with a scale past 2^114 it rounds to 0.
  if (scale > 0 && scale < 115) {
    Product const product = multiply(fraction, power);
    int32_t const places = scale - 1;  // one bit more than the integer, for rounding
    uint64_t const doubled = places == 0   ? product.low
                             : places < 64 ? product.low >> places | product.high << (64 - places)
                                           : product.high >> (places - 64);
    digits = (doubled >> 1) + (doubled & 1);
  }
  if (digits >= power) {
    digits -= power;
    ++whole;
  }
  return write_with_point(out, whole, decimal_digits(whole), digits, count);
}

}  // namespace rowfuse::detail
