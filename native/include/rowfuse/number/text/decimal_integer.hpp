/// Numbers parsed from text for integer columns: `Number(text)`, and `Math.round(Number(text) * 10 ** places)`.
#pragma once

#include <cstdint>

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/integer_or_number.hpp>
#include <rowfuse/number/math/rounding.hpp>
#include <rowfuse/number/text/parse_number.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace detail {

RF_TABLE(ScalesOfDecimals, double, 8, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7)

RF_TABLE(ScalesOfDigits, int64_t, 8, 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000)

template <class T>
RF_HD RF_NOINLINE double rounded_by_doubles(T text, int32_t places) {
  return math::round(to_number(text) * ScalesOfDecimals::at(static_cast<uint32_t>(places)));
}

/// Reads the digits of a text that is a short decimal. Returns false for any other text, and on big-endian hosts.
RF_HD RF_INLINE bool digits_of(View text, ShortDecimal& decimal) {
#if defined(RF_DEVICE_PASS)
  return short_digits(text, decimal);
#elif defined(RF_LITTLE_ENDIAN)
  return short_digits_on_host(text, decimal);
#else
  (void)text, (void)decimal;
  return false;
#endif
}

}  // namespace detail

/// `Number(text)`
RF_HD RF_INLINE IntegerOrNumber decimal_integer(View text) {
  detail::ShortDecimal decimal;
  if (RF_LIKELY(detail::digits_of(text, decimal) && decimal.places == 0)) return {true, decimal.signed_digits(), 0};
  return {false, 0, to_number(text)};
}

/// `Math.round(Number(text) * 10 ** places)`, for places from 0 to 7. For at most eight digits with no more places after the point, the
/// result is the integer v of the digits with the point moved. The quotient and the product are each rounded by at most 2^-53 of their
/// value. So v, which is below 2^50, differs from the number to be rounded by less than 1/2.
RF_HD RF_INLINE IntegerOrNumber rounded_decimal(View text, int32_t places) {
  detail::ShortDecimal decimal;
  if (RF_LIKELY(detail::digits_of(text, decimal) && decimal.places <= places)) {
    int64_t digits = decimal.signed_digits();
    if (decimal.places != places) digits *= detail::ScalesOfDigits::at(static_cast<uint32_t>(places - decimal.places));
    return {true, digits, 0};
  }
  return {false, 0, detail::rounded_by_doubles(text, places)};
}

}  // namespace rowfuse
