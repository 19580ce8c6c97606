/// `Number(s)` and `parseFloat(s)`.
#pragma once

#include <concepts>
#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/decimal/nearest_double.hpp>
#include <rowfuse/number/decimal/short_decimal.hpp>
#include <rowfuse/string/cursor.hpp>

namespace rowfuse {

namespace detail {

/// Returns the value of a digit in the bases up to 36; 36 for any other unit.
RF_HD constexpr int32_t digit_value(int32_t unit) {
  if (unit >= '0' && unit <= '9') return unit - '0';
  int32_t const letter = unit | 0x20;
  return letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : 36;
}

/// Skips a prefix and returns its base: 16 for `0x`, 8 for `0o`, 2 for `0b`, or 0 if there is none.
template <class Cursor>
RF_HD int32_t take_prefix(Cursor& cursor) {
  if (cursor.peek() != '0') return 0;
  Cursor at = cursor;
  at.advance();
  int32_t const letter = at.peek() | 0x20;
  int32_t const base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  if (base == 0) return 0;
  at.advance();
  cursor = at;
  return base;
}

/// Skips the digits of a base that is a power of two. Returns their value, rounded to the nearest double, ties to even.
template <class Cursor>
RF_HD double take_binary_digits(Cursor& cursor, int32_t base) {
  int32_t const width = base == 2 ? 1 : base == 4 ? 2 : base == 8 ? 3 : base == 16 ? 4 : 5;
  uint64_t digits = 0;
  int64_t cut = 0;  // bits cut off
  bool rest = false;
  for (int32_t digit; (digit = digit_value(cursor.peek())) < base; cursor.advance()) {
    // Bit by bit once no whole digit fits.
    if (digits >> (64 - width) == 0) {
      digits = digits << width | static_cast<uint64_t>(digit);
      continue;
    }
    for (int32_t bit = width - 1; bit >= 0; --bit) {
      uint64_t const value = static_cast<uint64_t>(digit) >> bit & 1;
      if (digits >> 63 == 0) {
        digits = digits << 1 | value;
      } else {
        rest = rest || value != 0;
        ++cut;
      }
    }
  }
  if (digits == 0) return 0;
  int32_t const shift = leading_zeros(digits);
  auto const exponent = static_cast<int32_t>(cut < 2048 ? cut : 2048);
  return from_bits(round_to_double(digits << shift, rest, exponent - shift));
}

/// Skips as much of a StrUnsignedDecimalLiteral (ECMA-262 7.1.4.1) as there is, and returns its value; NaN if there is none.
template <class Cursor>
RF_HD double take_decimal(Cursor& cursor) {
  if (cursor.peek() == 'I') return take_word(cursor, "Infinity") ? rowfuse::infinity() : rowfuse::nan();
  DecimalDigits<Cursor> decimal{.first = cursor};
  bool any = false;
  for (; is_digit(cursor.peek()); cursor.advance()) {
    any = true;
    decimal.add(static_cast<uint32_t>(cursor.peek() - '0'), false, cursor);
  }
  if (cursor.peek() == '.') {
    Cursor at = cursor;
    at.advance();
    if (any || is_digit(at.peek())) cursor = at;
    for (; is_digit(cursor.peek()); cursor.advance()) {
      any = true;
      decimal.add(static_cast<uint32_t>(cursor.peek() - '0'), true, cursor);
    }
  }
  if (!any) return rowfuse::nan();
  if ((cursor.peek() | 0x20) == 'e') {
    Cursor at = cursor;
    at.advance();
    bool const is_negative = at.peek() == '-';
    if (is_negative || at.peek() == '+') at.advance();
    if (is_digit(at.peek())) {
      // No string has enough digits to compensate for a larger exponent.
      constexpr int64_t most = 100000000000;
      int64_t exponent = 0;
      for (; is_digit(at.peek()); at.advance())
        if (exponent < most) exponent = exponent * 10 + (at.peek() - '0');
      decimal.exponent += is_negative ? -exponent : exponent;
      cursor = at;
    }
  }
  return nearest_double(decimal);
}

/// Skips a sign. Returns true for a minus.
template <class Cursor>
RF_HD bool take_sign(Cursor& cursor) {
  bool const is_negative = cursor.peek() == '-';
  if (is_negative || cursor.peek() == '+') cursor.advance();
  return is_negative;
}

}  // namespace detail

namespace detail {

/// Passed by value: a view whose address is taken would live in memory even where the short path is enough.
template <StringLike T>
RF_HD RF_NOINLINE double to_number_by_units(T string) {
  auto cursor = trimmed_cursor(string);
  if (cursor.peek() < 0) return 0;
  if (int32_t const base = take_prefix(cursor); base != 0) {
    if (digit_value(cursor.peek()) >= base) return rowfuse::nan();
    double const value = take_binary_digits(cursor, base);
    return is_blank(cursor) ? value : rowfuse::nan();
  }
  bool const is_negative = take_sign(cursor);
  double const value = take_decimal(cursor);
  if (!is_blank(cursor)) return rowfuse::nan();
  return is_negative ? -value : value;
}

}  // namespace detail

/// ECMA-262 7.1.4.1.1 StringToNumber: NaN for a string that is no StringNumericLiteral, 0 for an empty one.
template <StringLike T>
RF_HD RF_INLINE double to_number(T const& string) {
  if constexpr (std::same_as<T, View>) {
    [[maybe_unused]] double value;
#if defined(RF_DEVICE_PASS)
    if (detail::short_decimal(string, value)) return value;
#elif defined(RF_LITTLE_ENDIAN)
    if (detail::short_decimal_on_host(string, value)) return value;
#endif
  }
  return detail::to_number_by_units<T>(string);
}

template <StringLike T>
RF_HD double to_number(Maybe<T> const& string) {
  return string.present() ? to_number(*string) : string.is_null() ? 0 : nan();
}

/// ECMA-262 19.2.4 parseFloat: the value of the longest prefix that is a decimal literal; NaN if there is none.
template <StringLike T>
RF_HD RF_NOINLINE double parse_float(T const& string) {
  auto cursor = detail::trimmed_cursor(string);
  bool const is_negative = detail::take_sign(cursor);
  double const value = detail::take_decimal(cursor);
  return is_negative ? -value : value;
}

}  // namespace rowfuse
