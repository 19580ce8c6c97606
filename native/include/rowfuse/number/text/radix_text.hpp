/// Numbers and bigints printed in another base.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/number/integer_within.hpp>
#include <rowfuse/number/text/digits_text.hpp>
#include <rowfuse/number/text/radix_digits.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>

namespace rowfuse {

namespace detail {

/// Returns the most digits of an integer below 2^53, and one more for a carry.
RF_HD constexpr int32_t integer_digits(int32_t radix) { return radix < 4 ? 54 : radix < 16 ? 28 : 15; }

template <class Out, int32_t capacity, class Unsigned, Index I>
RF_HD View integer_text(Out& out, TextBuffer<capacity>& buffer, Unsigned magnitude, bool is_negative, I base) {
  static_assert(capacity > static_cast<int32_t>(sizeof(Unsigned)) * 8, "a sign, and the digits in base 2");
  int32_t const radix = integer_within(out, base, 2, 36);
#if defined(RF_DIGITS_IN_WORDS)
  if constexpr (sizeof(Unsigned) == sizeof(uint32_t)) {
    if (radix == 16) {
      buffer.characters[0] = '-';
      int32_t const sign = is_negative ? 1 : 0;
      return buffer.view(sign + write_in_base_16(buffer.characters + sign, magnitude));
    }
  }
#endif
  char* const end = buffer.characters + capacity;
  char* begin = write_radix_integer(end, magnitude, static_cast<uint32_t>(radix));
  if (is_negative) *--begin = '-';
  return buffer.view(begin, end);
}

}  // namespace detail

/// ECMA-262 21.1.3.6 Number.prototype.toString with a radix. The buffer needs room for 1134 characters, or for as many as the radix needs.
/// These are a sign, the digits before the point of a number below 2^53, the point, and the digits of 2^-1074.
template <class Out, int32_t capacity, Index I>
RF_HD View to_radix(Out& out, TextBuffer<capacity>& buffer, double value, I base) {
  int32_t const radix = detail::integer_within(out, base, 2, 36);
  if (radix == 10 || value == 0 || !detail::has_digits(value)) return detail::plain_text(buffer, value);
  double const magnitude = value < 0 ? -value : value;
  // An integer of more than 53 bits has no fraction.
  bool const is_large = magnitude >= 9007199254740992.0;
  char* const point = buffer.characters + (is_large ? capacity : 1 + detail::integer_digits(radix));
  auto [begin, end] = detail::write_radix_number(point, magnitude, static_cast<uint32_t>(radix));
  if (value < 0) *--begin = '-';
  return buffer.view(begin, end);
}

/// Number.prototype.toString with a radix, for an integer.
template <class Out, int32_t capacity, Index I>
RF_HD View to_radix(Out& out, TextBuffer<capacity>& buffer, int32_t value, I base) {
  auto const bits = static_cast<uint32_t>(value);
  return detail::integer_text(out, buffer, value < 0 ? 0 - bits : bits, value < 0, base);
}
template <class Out, int32_t capacity, Index I>
RF_HD View to_radix(Out& out, TextBuffer<capacity>& buffer, Position value, I base) {
  return to_radix(out, buffer, value.number(), base);
}

/// ECMA-262 21.2.3.3 BigInt.prototype.toString with a radix.
template <class Out, int32_t capacity, Index I>
RF_HD View to_radix(Out& out, TextBuffer<capacity>& buffer, int64_t value, I base) {
  auto const bits = static_cast<uint64_t>(value);
  return detail::integer_text(out, buffer, value < 0 ? 0 - bits : bits, value < 0, base);
}
template <class Out, int32_t capacity, Index I>
RF_HD View to_radix(Out& out, TextBuffer<capacity>& buffer, uint64_t value, I base) {
  return detail::integer_text(out, buffer, value, false, base);
}
#if defined(__SIZEOF_INT128__)
template <class Out, int32_t capacity, Index I>
RF_HD View to_radix(Out& out, TextBuffer<capacity>& buffer, Int128 value, I base) {
  auto const bits = static_cast<Uint128>(value);
  return detail::integer_text(out, buffer, value < 0 ? -bits : bits, value < 0, base);
}
#endif

}  // namespace rowfuse
