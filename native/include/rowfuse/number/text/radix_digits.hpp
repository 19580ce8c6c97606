/// The digits of numbers and bigints in bases other than ten.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/decimal_writer.hpp>
#include <rowfuse/number/exact/binary_double.hpp>

namespace rowfuse::detail {

RF_HD RF_INLINE char digit_character(uint32_t digit) { return static_cast<char>(digit < 10 ? '0' + digit : 'a' + (digit - 10)); }

/// Writes the digits of an integer so that they end before `end`. Returns where they begin.
template <class Unsigned>
RF_HD char* write_radix_integer(char* end, Unsigned value, uint32_t radix) {
  do {
    auto const quotient = static_cast<Unsigned>(value / radix);
    *--end = digit_character(static_cast<uint32_t>(value - quotient * radix));
    value = quotient;
  } while (value != 0);
  return end;
}

#if defined(RF_DIGITS_IN_WORDS)
/// Returns the eight digits in base 16, the first in the lowest byte. Each step moves half of the digits of a lane to a lane of their own.
RF_INLINE uint64_t eight_digits_in_base_16(uint32_t value) {
  uint64_t const fours = value >> 16 | uint64_t{value & 0xFFFFu} << 32;
  uint64_t const twos = (fours >> 8 & 0x000000FF000000FFu) | (fours & 0x000000FF000000FFu) << 16;
  uint64_t const digits = (twos >> 4 & 0x000F000F000F000Fu) | (twos & 0x000F000F000F000Fu) << 8;
  uint64_t const letters = ((digits + every_byte * 0x76) >> 7) & every_byte;
  return digits + every_byte * '0' + letters * ('a' - '0' - 10);
}

/// Writes the digits of an integer in base 16, and up to a word after them. Returns their number.
RF_INLINE int32_t write_in_base_16(char* out, uint32_t value) {
  int32_t const count = (static_cast<int32_t>(std::bit_width(value | 1)) + 3) / 4;
  store_words(out, eight_digits_in_base_16(value) >> 8 * (8 - count), 0);
  return count;
}
#endif

/// The written text: [begin, end).
struct Digits {
  char* begin;
  char* end;
};

/// Writes a positive finite number, its integer before `point` and its fraction from there on. ECMA-262 leaves the digits to the
/// implementation (6.1.6.1.20, note 2); these are V8's. The fraction has digits up to the number's own precision, rounded to even. An
/// integer of more than 53 bits has zeros in place of digits that it does not determine.
RF_HD inline Digits write_radix_number(char* point, double value, uint32_t radix) {
  constexpr double two_to_53 = 9007199254740992.0;
  double integer = value < two_to_53 ? static_cast<double>(static_cast<uint64_t>(value)) : value;
  char* end = point;
  double fraction = value - integer;
  // Half the distance to the next number.
  double delta = 0.5 * (from_bits(to_bits(value) + 1) - value);
  if (!(delta > 5e-324)) delta = 5e-324;
  if (fraction >= delta) {
    *end++ = '.';
    do {
      fraction *= radix;
      delta *= radix;
      auto const digit = static_cast<uint32_t>(fraction);
      *end++ = digit_character(digit);
      fraction -= digit;
      bool const up = fraction > 0.5 || (fraction == 0.5 && (digit & 1) != 0);
      if (!up || !(fraction + delta > 1)) continue;
      // Increments the last digit, and digits before it while there is a carry.
      for (;;) {
        --end;
        if (end == point) {
          integer += 1;
          break;
        }
        auto const last = static_cast<uint32_t>(*end > '9' ? *end - 'a' + 10 : *end - '0');
        if (last + 1 < radix) {
          *end++ = digit_character(last + 1);
          break;
        }
      }
      break;
    } while (fraction >= delta);
  }
  char* begin = point;
  while (integer / radix >= two_to_53) {
    integer /= radix;
    *--begin = '0';
  }
  // Divides doubles, with their rounding, while there are more than 53 bits.
  while (integer >= two_to_53) {
    uint64_t const remainder = static_cast<uint64_t>(integer) % radix;
    *--begin = digit_character(static_cast<uint32_t>(remainder));
    integer = (integer - static_cast<double>(remainder)) / radix;
  }
  return {write_radix_integer(begin, static_cast<uint64_t>(integer), radix), end};
}

}  // namespace rowfuse::detail
