/// Numbers printed to chosen digits or in another base.
#pragma once

#include <cstdint>

#include <rowfuse/macros.hpp>
#include <rowfuse/number/bigint.hpp>
#include <rowfuse/number/number_text.hpp>
#include <rowfuse/number/radix_digits.hpp>
#include <rowfuse/number/rounded_decimal.hpp>
#include <rowfuse/row/fault.hpp>
#include <rowfuse/string/index.hpp>

namespace rowfuse {

namespace detail {

/// ToIntegerOrInfinity of an argument that must lie in [least, most]: outside, JavaScript throws a RangeError.
template <class Out>
RF_HD RF_INLINE int32_t integer_within(Out& out, int32_t value, int32_t least, int32_t most) {
  if (value >= least && value <= most) return value;
  out.fault.raise(Fault::range_error, -1);
  return least;
}
template <class Out>
RF_HD int32_t integer_within(Out& out, double value, int32_t least, int32_t most) {
  if (value != value) return integer_within(out, 0, least, most);
  // What is cut off may be anything below 1 on either side.
  bool const near = value > least - 1 && value < most + 1;
  return integer_within(out, near ? static_cast<int32_t>(value) : least - 1, least, most);
}
template <class Out>
RF_HD int32_t integer_within(Out& out, Position value, int32_t least, int32_t most) {
  return integer_within(out, to_double(value), least, most);
}

RF_HD RF_INLINE bool is_finite(double value) { return value - value == 0; }

/// Lays out `count` digits at `out + 8` as d.ddde+n from `out`; returns how many characters.
RF_HD inline int32_t lay_out_exponential(char* out, int32_t count, int32_t exponent) {
  char const* const digits = out + 8;
  int32_t size = 0;
  out[size++] = digits[0];
  if (count > 1) out[size++] = '.';
  for (int32_t i = 1; i < count; ++i) out[size++] = digits[i];
  return size + write_exponent(out + size, exponent);
}

/// The same in the layout of Number.prototype.toPrecision.
RF_HD inline int32_t lay_out_precision(char* out, int32_t count, int32_t exponent) {
  if (exponent < -6 || exponent >= count) return lay_out_exponential(out, count, exponent);
  char const* const digits = out + 8;
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

}  // namespace detail

/// Room for one number's text, as much as the compiler found it to need. The views that it returns are into it, and hold until
/// the next call.
template <int32_t capacity>
class DigitsText {
 public:
  /// ECMA-262 21.1.3.3 Number.prototype.toFixed. The capacity is 23 + the digits, or more.
  template <class Out, Index I>
  RF_HD View to_fixed(Out& out, double value, I fraction_digits) {
    int32_t const digits = detail::integer_within(out, fraction_digits, 0, 100);
    double const magnitude = value < 0 ? -value : value;
    if (!(magnitude < 1e21)) return plain(value);
    return finish(value < 0, detail::write_fixed(start(value < 0), magnitude, digits));
  }

  /// ECMA-262 21.1.3.2 Number.prototype.toExponential. The capacity is 9 + the digits, or more.
  template <class Out, Index I>
  RF_HD View to_exponential(Out& out, double value, I fraction_digits) {
    if (!detail::is_finite(value)) return plain(value);
    int32_t const digits = detail::integer_within(out, fraction_digits, 0, 100);
    char* const at = start(value < 0);
    int32_t const exponent = write_digits(at + 8, value, digits + 1);
    return finish(value < 0, detail::lay_out_exponential(at, digits + 1, exponent));
  }

  /// The same with as many digits as tell the number from its neighbours. The capacity is 26 or more.
  RF_HD View to_exponential(double value) {
    if (!detail::is_finite(value)) return plain(value);
    char* const at = start(value < 0);
    if (value == 0) return finish(false, detail::lay_out_exponential(at, write_digits(at + 8, 0, 1) + 1, 0));
    detail::Decimal decimal = detail::shortest_decimal(value < 0 ? -value : value);
    while (decimal.digits % 10 == 0) {
      decimal.digits /= 10;
      ++decimal.exponent;
    }
    int32_t const count = detail::decimal_digits(decimal.digits);
    detail::write_digits(at + 8 + count, decimal.digits, count);
    return finish(value < 0, detail::lay_out_exponential(at, count, decimal.exponent + count - 1));
  }

  /// ECMA-262 21.1.3.5 Number.prototype.toPrecision. The capacity is 9 + the digits, or more.
  template <class Out, Index I>
  RF_HD View to_precision(Out& out, double value, I precision) {
    if (!detail::is_finite(value)) return plain(value);
    int32_t const digits = detail::integer_within(out, precision, 1, 100);
    char* const at = start(value < 0);
    int32_t const exponent = write_digits(at + 8, value, digits);
    return finish(value < 0, detail::lay_out_precision(at, digits, exponent));
  }

  /// ECMA-262 21.1.3.6 Number.prototype.toString with a radix. In base 2 the capacity is 1134.
  template <class Out, Index I>
  RF_HD View to_radix(Out& out, double value, I base) {
    int32_t const radix = detail::integer_within(out, base, 2, 36);
    if (radix == 10 || value == 0 || !detail::is_finite(value)) return plain(value);
    // A fraction needs room after the point, and an integer of more than 53 bits all of it before.
    double const magnitude = value < 0 ? -value : value;
    bool const is_large = magnitude >= 9007199254740992.0;
    char* const point = characters_ + (is_large ? capacity : 1 + integer_digits(radix));
    auto [begin, end] = detail::write_radix_number(point, magnitude, static_cast<uint32_t>(radix));
    if (value < 0) *--begin = '-';
    return {begin, static_cast<int32_t>(end - begin), View::ascii};
  }

  /// The same of an integer. In base 2 the capacity is 33.
  template <class Out, Index I>
  RF_HD View to_radix(Out& out, int32_t value, I base) {
    auto const magnitude = static_cast<uint32_t>(value);
    return integer(out, value < 0 ? 0 - magnitude : magnitude, value < 0, base);
  }
  template <class Out, Index I>
  RF_HD View to_radix(Out& out, Position value, I base) {
    return to_radix(out, to_double(value), base);
  }

  /// ECMA-262 21.2.3.3 BigInt.prototype.toString with a radix. In base 2 the capacity is 1 + the bits.
  template <class Out, Index I>
  RF_HD View to_radix(Out& out, int64_t value, I base) {
    auto const magnitude = static_cast<uint64_t>(value);
    return integer(out, value < 0 ? 0 - magnitude : magnitude, value < 0, base);
  }
  template <class Out, Index I>
  RF_HD View to_radix(Out& out, uint64_t value, I base) {
    return integer(out, value, false, base);
  }
#if defined(__SIZEOF_INT128__)
  template <class Out, Index I>
  RF_HD View to_radix(Out& out, Int128 value, I base) {
    auto const magnitude = static_cast<Uint128>(value);
    return integer(out, value < 0 ? -magnitude : magnitude, value < 0, base);
  }
#endif

 private:
  /// Digits of an integer below 2^53, and one for a carry: as many as in base 2, where there is room for them.
  RF_HD static int32_t integer_digits(int32_t radix) { return radix < 4 ? 54 : radix < 16 ? 28 : 15; }

  /// As NumberText prints it.
  RF_HD View plain(double value) {
    if (value != value) return literals::operator""_rf("NaN", 3);
    if (value > 1.7976931348623157e308) return literals::operator""_rf("Infinity", 8);
    if (value < -1.7976931348623157e308) return literals::operator""_rf("-Infinity", 9);
    return {characters_, detail::write_number(characters_, value), View::ascii};
  }

  RF_HD char* start(bool is_negative) {
    characters_[0] = '-';
    return characters_ + static_cast<int32_t>(is_negative);
  }
  RF_HD View finish(bool is_negative, int32_t size) {
    return {characters_, size + static_cast<int32_t>(is_negative), View::ascii};
  }

  /// The first digits of a finite number; returns the power of ten of the first of them.
  RF_HD static int32_t write_digits(char* at, double value, int32_t count) {
    if (value != 0) return detail::write_significant(at, value < 0 ? -value : value, count);
    for (int32_t i = 0; i < count; ++i) at[i] = '0';
    return 0;
  }

  template <class Out, class Unsigned, Index I>
  RF_HD View integer(Out& out, Unsigned magnitude, bool is_negative, I base) {
    int32_t const radix = detail::integer_within(out, base, 2, 36);
    char* const end = characters_ + capacity;
    char* begin = detail::write_radix_integer(end, magnitude, static_cast<uint32_t>(radix));
    if (is_negative) *--begin = '-';
    return {begin, static_cast<int32_t>(end - begin), View::ascii};
  }

  char characters_[capacity];
};

}  // namespace rowfuse
