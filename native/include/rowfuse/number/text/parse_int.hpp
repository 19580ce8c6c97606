/// `parseInt(s, radix)`.
#pragma once

#include <cstdint>

#include <rowfuse/number/text/parse_number.hpp>

namespace rowfuse {

namespace detail {

/// Skips the digits of a base that is neither ten nor a power of two, and returns their value. ECMA-262 leaves rounding open here. V8
/// multiplies and adds in doubles, with as many digits at a time as keep their power of the base below 2^32 / 36.
template <class Cursor>
RF_HD double take_other_digits(Cursor& cursor, int32_t base) {
  constexpr uint32_t most = 0xFFFFFFFFu / 36;
  auto const factor = static_cast<uint32_t>(base);
  double value = 0;
  while (digit_value(cursor.peek()) < base) {
    uint32_t part = 0;
    uint32_t power = 1;
    for (int32_t digit; (digit = digit_value(cursor.peek())) < base && power * factor <= most; cursor.advance()) {
      part = part * factor + static_cast<uint32_t>(digit);
      power *= factor;
    }
    value = value * power + part;
  }
  return value;
}

}  // namespace detail

/// ECMA-262 19.2.5 parseInt, with the radix converted to a 32-bit integer.
template <StringLike T>
RF_HD RF_NOINLINE double parse_int(T const& string, int32_t radix = 0) {
  if (radix != 0 && (radix < 2 || radix > 36)) return nan();
  auto cursor = detail::trimmed_cursor(string);
  bool const is_negative = detail::take_sign(cursor);
  if (radix == 0 || radix == 16) {
    auto at = cursor;
    if (detail::take_prefix(at) == 16) {
      cursor = at;
      radix = 16;
    } else if (radix == 0) {
      radix = 10;
    }
  }
  if (detail::digit_value(cursor.peek()) >= radix) return nan();
  while (cursor.peek() == '0') cursor.advance();
  double value;
  if (radix == 10) {
    detail::DecimalDigits<decltype(cursor)> decimal{.first = cursor};
    for (; detail::is_digit(cursor.peek()); cursor.advance()) decimal.add(static_cast<uint32_t>(cursor.peek() - '0'), false, cursor);
    value = detail::nearest_double(decimal);
  } else if ((radix & (radix - 1)) == 0) {
    value = detail::take_binary_digits(cursor, radix);
  } else {
    value = detail::take_other_digits(cursor, radix);
  }
  return is_negative ? -value : value;
}

}  // namespace rowfuse
