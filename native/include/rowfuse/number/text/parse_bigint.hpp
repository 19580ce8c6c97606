/// `BigInt(s)`.
#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/number/text/parse_number.hpp>

#if defined(__SIZEOF_INT128__)

namespace rowfuse {

/// ECMA-262 7.1.14 StringToBigInt: 0 for an empty string. A string that is no StringIntegerLiteral, for which JavaScript throws a
/// SyntaxError, is a fault; so is an overflow of 128 bits.
template <class Out, StringLike T>
RF_HD RF_NOINLINE Int128 parse_bigint(Out& out, T const& string) {
  auto cursor = detail::trimmed_cursor(string);
  if (cursor.peek() < 0) return 0;
  int32_t base = detail::take_prefix(cursor);
  bool const is_negative = base == 0 && detail::take_sign(cursor);
  if (base == 0) base = 10;
  bool const any = detail::digit_value(cursor.peek()) < base;
  // Below 2^123 there is room for another digit of any base; from there on each digit is checked.
  Uint128 magnitude = 0;
  bool fits = true;
  constexpr Uint128 limit = static_cast<Uint128>(1) << 127;
  for (int32_t digit; (digit = detail::digit_value(cursor.peek())) < base; cursor.advance()) {
    if (magnitude >> 123 != 0) {
      Uint128 const most = (limit - static_cast<uint32_t>(digit)) / static_cast<uint32_t>(base);
      fits = fits && magnitude <= most;
    }
    if (fits) magnitude = magnitude * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit);
  }
  if (!any || !detail::is_blank(cursor)) {
    out.fault.raise(Fault::thrown, -1);
    return 0;
  }
  if (!fits || (magnitude == limit && !is_negative)) {
    out.fault.raise(Fault::bigint_overflow, -1);
    return 0;
  }
  return static_cast<Int128>(is_negative ? -magnitude : magnitude);
}

}  // namespace rowfuse

#endif
