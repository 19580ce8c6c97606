/// Numbers in the form in which JavaScript prints them.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/decimal_writer.hpp>
#include <rowfuse/number/decimal/shortest_decimal.hpp>
#include <rowfuse/string/form/text.hpp>
#include <rowfuse/string/memory/text_buffer.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse {

namespace detail {

/// Writes the decimal of a positive number in the format of Number::toString. Returns the number of characters.
RF_HD inline int32_t write_decimal(char* out, Decimal decimal) {
  while (decimal.digits % 10 == 0) {
    decimal.digits /= 10;
    ++decimal.exponent;
  }
  int32_t const count = decimal_digits(decimal.digits);
  int32_t const point = count + decimal.exponent;  // `n` of the specification: the place of the decimal point

  if (point > 0 && point <= 21) {
    if (decimal.exponent >= 0) {
      write_digits(out, decimal.digits, count);
      for (int32_t i = count; i < point; ++i) out[i] = '0';
      return point;
    }
#if defined(RF_DIGITS_IN_WORDS)
    uint64_t const unit = powers_of_ten_64[count - point];
    return write_with_point(out, decimal.digits / unit, point, decimal.digits % unit, count - point);
#else
    write_digits(out + 1, decimal.digits, count);
    for (int32_t i = 0; i < point; ++i) out[i] = out[i + 1];
    out[point] = '.';
    return count + 1;
#endif
  }
  if (point > -6 && point <= 0) {
    out[0] = '0';
    out[1] = '.';
    for (int32_t i = 0; i < -point; ++i) out[2 + i] = '0';
    write_digits(out + 2 - point, decimal.digits, count);
    return 2 - point + count;
  }
  int32_t size = count;
  if (count == 1) {
    out[0] = static_cast<char>('0' + decimal.digits);
  } else {
    write_digits(out + 1, decimal.digits, count);
    out[0] = out[1];
    out[1] = '.';
    ++size;
  }
  return size + write_exponent(out + size, point - 1);
}

#if defined(RF_DIGITS_IN_WORDS)
/// Writes a positive number that is no integer, if it is the nearest to a decimal with at most three digits after its point, and 15 digits in
/// all. Returns the number of characters, or 0. A double is the nearest to at most one decimal of so few digits, so that is its shortest.
RF_INLINE int32_t write_thousandths(char* out, double value) {
  if (!(value < 1e12)) return 0;
  auto const thousandths = static_cast<uint64_t>(value * 1000 + 0.5);
  if (static_cast<double>(thousandths) / 1000 != value) return 0;
  uint64_t const whole = thousandths / 1000;
  uint64_t const fraction = thousandths % 1000;
  int32_t const zeros = static_cast<int32_t>(fraction % 10 == 0) + static_cast<int32_t>(fraction % 100 == 0);
  return write_with_point(out, whole, decimal_digits(whole), fraction, 3) - zeros;
}
#endif

/// Writes a number into at least 25 characters (-0.0000012345678901234567) and `TextBuffer::padding`. Returns the number of characters.
RF_HD RF_NOINLINE int32_t write_number(char* out, double value) {
  int32_t size = 0;
  if (value < 0) {
    out[size++] = '-';
    value = -value;
  }
  // Up to 2^53 the digits of an integer are its shortest decimal, because its neighbours are at least as far away as the next integer.
  if (value < 9007199254740992.0) {
    auto const integer = static_cast<uint64_t>(value);
    if (static_cast<double>(integer) == value) {
      int32_t const digits = decimal_digits(integer);
      write_digits(out + size, integer, digits);
      return size + digits;
    }
  }
#if defined(RF_DIGITS_IN_WORDS)
  if (int32_t const short_size = write_thousandths(out + size, value); short_size > 0) return size + short_size;
#endif
  return size + write_decimal(out + size, shortest_decimal(value));
}

}  // namespace detail

/// Memory for one number's text. The returned views point into it, and are valid until the next call.
class NumberText {
 public:
  /// ECMA-262 6.1.6.1.20 Number::toString with radix 10.
  RF_HD View format(double value) {
    if (value != value) return literal<"NaN">();
    if (value > 1.7976931348623157e308) return literal<"Infinity">();
    if (value < -1.7976931348623157e308) return literal<"-Infinity">();
    return buffer_.view(detail::write_number(buffer_.characters, value));
  }

  RF_HD View format(int32_t value) { return format_integer(value); }
  RF_HD View format(int64_t value) { return format_integer(value); }

  RF_HD View format(Position value) { return format_integer(value.number()); }

  /// Returns the number, "null" or "undefined".
  template <class T>
  RF_HD View format(Maybe<T> const& value) {
    if (value.present()) return format(*value);
    return value.is_null() ? text(null) : text(undefined);
  }

 private:
  RF_HD View format_integer(int64_t value) {
    int32_t const sign = value < 0 ? 1 : 0;
    buffer_.characters[0] = '-';
    auto const magnitude = static_cast<uint64_t>(value < 0 ? -value : value);
    int32_t const digits = detail::decimal_digits(magnitude);
    detail::write_digits(buffer_.characters + sign, magnitude, digits);
    return buffer_.view(sign + digits);
  }

  TextBuffer<32> buffer_;
};

}  // namespace rowfuse
