/// Numbers printed with a given number of digits.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/rounded_decimal.hpp>
#include <rowfuse/number/integer_within.hpp>
#include <rowfuse/number/text/number_text.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>

namespace rowfuse {

namespace detail {

RF_HD RF_INLINE bool has_digits(double value) { return value - value == 0; }

/// Prints like Number::toString; 25 characters are enough.
template <int32_t capacity>
RF_HD View plain_text(TextBuffer<capacity>& buffer, double value) {
  static_assert(capacity >= 25);
  if (value != value) return literal<"NaN">();
  if (!has_digits(value)) return value > 0 ? literal<"Infinity">() : literal<"-Infinity">();
  return buffer.view(write_number(buffer.characters, value));
}

/// The place of digits before they are laid out: far enough from the beginning of the text for `0.00000`.
inline constexpr int32_t digits_offset = 8;

/// Lays out the first `count` digits at `out + digits_offset` as d.ddde+n. Returns the number of characters.
RF_HD inline int32_t lay_out_exponential(char* out, int32_t count, int32_t exponent) {
  char const* const digits = out + digits_offset;
  int32_t size = 0;
  out[size++] = digits[0];
  if (count > 1) out[size++] = '.';
  for (int32_t i = 1; i < count; ++i) out[size++] = digits[i];
  return size + write_exponent(out + size, exponent);
}

/// Lays out the digits in the format of Number.prototype.toPrecision.
RF_HD inline int32_t lay_out_precision(char* out, int32_t count, int32_t exponent) {
  if (exponent < -6 || exponent >= count) return lay_out_exponential(out, count, exponent);
  char const* const digits = out + digits_offset;
  int32_t size = 0;
  if (exponent < 0) {
    out[size++] = '0';
    out[size++] = '.';
    for (int32_t i = -1; i > exponent; --i) out[size++] = '0';
  }
  for (int32_t i = 0; i < count; ++i) {
    out[size++] = digits[i];
    if (i == exponent && i < count - 1) out[size++] = '.';
  }
  return size;
}

/// Writes the first digits of a finite number. Returns the power of ten of the first of them.
RF_HD inline int32_t write_leading_digits(char* at, double value, int32_t count) {
  if (value != 0) return write_significant(at, value < 0 ? -value : value, count);
  for (int32_t i = 0; i < count; ++i) at[i] = '0';
  return 0;
}

/// Writes a sign if there is one. Returns 1 or 0 characters.
RF_HD RF_INLINE int32_t write_sign(char* at, double value) {
  if (!(value < 0)) return 0;
  *at = '-';
  return 1;
}

}  // namespace detail

/// ECMA-262 21.1.3.3 Number.prototype.toFixed. The buffer needs room for 23 + the digits, and for 25.
template <class Out, int32_t capacity, Index I>
RF_HD View to_fixed(Out& out, TextBuffer<capacity>& buffer, double value, I fraction_digits) {
  int32_t const digits = detail::integer_within(out, fraction_digits, 0, 100);
  double const magnitude = value < 0 ? -value : value;
  if (!(magnitude < 1e21)) return detail::plain_text(buffer, value);
  int32_t const sign = detail::write_sign(buffer.characters, value);
  return buffer.view(sign + detail::write_fixed(buffer.characters + sign, magnitude, digits));
}

/// ECMA-262 21.1.3.2 Number.prototype.toExponential. The buffer needs room for 10 + the digits, and for 25.
template <class Out, int32_t capacity, Index I>
RF_HD View to_exponential(Out& out, TextBuffer<capacity>& buffer, double value, I fraction_digits) {
  if (!detail::has_digits(value)) return detail::plain_text(buffer, value);
  int32_t const count = detail::integer_within(out, fraction_digits, 0, 100) + 1;
  int32_t const sign = detail::write_sign(buffer.characters, value);
  char* const at = buffer.characters + sign;
  int32_t const exponent = detail::write_leading_digits(at + detail::digits_offset, value, count);
  return buffer.view(sign + detail::lay_out_exponential(at, count, exponent));
}

/// toExponential with as many digits as distinguish the number from its neighbours. The buffer needs room for 26.
template <int32_t capacity>
RF_HD View to_exponential(TextBuffer<capacity>& buffer, double value) {
  if (value == 0 || !detail::has_digits(value)) return value == 0 ? literal<"0e+0">() : detail::plain_text(buffer, value);
  int32_t const sign = detail::write_sign(buffer.characters, value);
  char* const at = buffer.characters + sign;
  detail::Decimal decimal = detail::shortest_decimal(value < 0 ? -value : value);
  while (decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    ++decimal.exponent;
  }
  int32_t const count = detail::decimal_digits(decimal.digits);
  detail::write_digits(at + detail::digits_offset, decimal.digits, count);
  return buffer.view(sign + detail::lay_out_exponential(at, count, decimal.exponent + count - 1));
}

/// ECMA-262 21.1.3.5 Number.prototype.toPrecision. The buffer needs room for 9 + the digits, and for 25.
template <class Out, int32_t capacity, Index I>
RF_HD View to_precision(Out& out, TextBuffer<capacity>& buffer, double value, I precision) {
  if (!detail::has_digits(value)) return detail::plain_text(buffer, value);
  int32_t const count = detail::integer_within(out, precision, 1, 100);
  int32_t const sign = detail::write_sign(buffer.characters, value);
  char* const at = buffer.characters + sign;
  int32_t const exponent = detail::write_leading_digits(at + detail::digits_offset, value, count);
  return buffer.view(sign + detail::lay_out_precision(at, count, exponent));
}

}  // namespace rowfuse
