/// Decimals of at most eight characters, which is what measurements in text mostly are.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/macros.hpp>
#include <rowfuse/number/binary_double.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/find.hpp>
#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/view.hpp>
#include <rowfuse/value/constant_table.hpp>

namespace rowfuse::detail {

RF_TABLE(ShortPowers, double, 9, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8)
RF_TABLE(ShortReciprocals, double, 9, 1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)

/// digits / 10^places, rounded once: digits below 10^8, places up to 8. The product with the rounded reciprocal, corrected by the exact
/// remainder: P. Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor" (1990). That it is the
/// quotient test/native/short-decimals checks for all of them. `multiply_add` rounds once.
template <class MultiplyAdd>
RF_HD RF_INLINE double short_quotient(uint32_t digits, int32_t places, MultiplyAdd const& multiply_add) {
  auto const dividend = static_cast<double>(digits);
  auto const place = static_cast<uint32_t>(places);
  double const reciprocal = ShortReciprocals::at(place);
  double const quotient = dividend * reciprocal;
  return multiply_add(multiply_add(-quotient, ShortPowers::at(place), dividend), reciprocal, quotient);
}

#if defined(__CUDACC__)

/// Four decimal digits as numbers from 0 to 9, the first one the lowest byte.
__device__ __forceinline__ uint32_t four_digits(uint32_t digits) {
  digits = (digits * 10 + (digits >> 8)) & 0x00FF00FFu;
  return (digits * 100 + (digits >> 16)) & 0xFFFFu;
}

/// The number that a view says, where it is one to eight ASCII characters: a minus or none, digits, and a point among them or none.
/// False for anything else, a number or not.
__device__ __forceinline__ bool short_decimal(View text, double& value) {
  if (text.size < 1 || text.size > 8) return false;
  WordReader reader(text.data);
  uint32_t low = reader.next(text.size);
  uint32_t high = text.size > 4 ? reader.next(text.size - 4) : 0;
  bool const is_negative = (low & 0xFF) == '-';
  int32_t size = text.size;
  if (is_negative) {
    low = __funnelshift_r(low, high, 8);
    high >>= 8;
    --size;
  }
  uint64_t word = static_cast<uint64_t>(high) << 32 | low;
  word &= size > 0 ? ~uint64_t{0} >> (64 - 8 * size) : 0;
  // Bytes below '0' among digits: the point is one, and that there is no other is checked below.
  uint64_t const points = (word ^ 0x2E2E2E2E2E2E2E2Eu);
  uint64_t const marks = (points - 0x0101010101010101u) & ~points & 0x8080808080808080u;  // exact up to the first
  int32_t places = 0;
  if (marks != 0) {
    int32_t const at = (__ffsll(static_cast<long long>(marks)) - 1) >> 3;
    uint64_t const before = (uint64_t{1} << (8 * at)) - 1;
    word = (word & before) | (word >> 8 & ~before);
    --size;
    places = size - at;
  }
  if (size == 0) return false;
  // The last digit to the highest byte, zeros before the first.
  word = (word ^ 0x3030303030303030u) << (64 - 8 * size);
  if (((word + 0x7676767676767676u) | word) & 0x8080808080808080u) return false;
  uint32_t const digits = four_digits(static_cast<uint32_t>(word)) * 10000 + four_digits(static_cast<uint32_t>(word >> 32));
  value = short_quotient(digits, places, [](double a, double b, double c) { return __fma_rn(a, b, c); });
  if (is_negative) value = -value;
  return true;
}

#endif

#if defined(RF_LITTLE_ENDIAN)
// 10^-places, cut after 26 bits, and the rest. Behind a point there are at most seven digits, of at most 24 bits: the product with the
// first part is exact, and of the sum of both products the error before its rounding is below 2^-26 units in the last place. The
// quotient of so few digits by 10^7 or less is no nearer to the middle between two doubles than 2^-25 of them, so that is rounded to
// the nearest double, as a division would, which takes three times as long.
RF_TABLE(LeadingReciprocals, double, 8, 1, 0x1.9999998p-4, 0x1.47ae14p-7, 0x1.0624ddp-10, 0x1.a36e2e8p-14, 0x1.4f8b588p-17,
         0x1.0c6f7ap-20, 0x1.ad7f298p-24)
RF_TABLE(TrailingReciprocals, double, 8, 0, 0x1.999999999999ap-32, 0x1.eb851eb851eb8p-33, 0x1.78d4fdf3b645ap-37,
         0x1.8e219652bd3c3p-41, 0x1.c6d1e108c3f3ep-46, 0x1.6bdb1a6d698fep-49, 0x1.5e57a42bc3d33p-51)
RF_TABLE(Signs, double, 2, 1, -1)

/// The digits of a short decimal as a number, how many of them stand behind its point, and whether there is a minus.
struct ShortDecimal {
  int32_t digits;  ///< below 10^8; with a point, below 10^7
  int32_t places;
  int32_t minus;   ///< 0 or 1

  int64_t signed_digits() const { return (digits ^ -minus) + minus; }
};

/// The same on the host, the digits by themselves.
RF_INLINE bool short_digits_on_host(View text, ShortDecimal& decimal) {
  if (RF_UNLIKELY(text.size < 1 || text.size > 8)) return false;
  uint64_t word = text.is_padded() || text.size == 8 ? load<uint64_t>(text.data) : load_short(text.data, text.size);
  // Without branches: signs and sizes change from row to row.
  auto const minus = static_cast<int32_t>((word & 0xFF) == '-');
  int32_t size = text.size - minus;
  if (RF_UNLIKELY(size == 0)) return false;
  // The last character to the highest byte; what was behind it is gone. Then digits as their numbers, zeros before them.
  word = word >> (8 * minus) << (64 - 8 * size);
  uint64_t const points = zero_bytes(word ^ every_byte * '.');
  word ^= every_byte * '0' << (64 - 8 * size);
  int32_t places = 0;
  if (points != 0) {
    if (RF_UNLIKELY(size == 1)) return false;
    // The point's highest bit, and its lowest.
    int32_t const at = std::countr_zero(points);
    uint64_t const point = (points & (0 - points)) >> 7;
    places = (63 - at) >> 3;
    word = (word & ~((point << 8) - 1)) | (word & (point - 1)) << 8;
  }
  if (RF_UNLIKELY((((word + every_byte * 0x76) | word) & every_high_bit) != 0)) return false;
  word = word * 10 + (word >> 8);
  uint64_t const hundreds = (word & 0x000000FF000000FF) * (100 + (uint64_t{1000000} << 32));
  uint64_t const ones = (word >> 16 & 0x000000FF000000FF) * (1 + (uint64_t{10000} << 32));
  decimal = {static_cast<int32_t>((hundreds + ones) >> 32), places, minus};
  return true;
}

/// The same on the host.
RF_INLINE bool short_decimal_on_host(View text, double& value) {
  ShortDecimal decimal;
  if (RF_UNLIKELY(!short_digits_on_host(text, decimal))) return false;
  auto const digits = static_cast<double>(decimal.digits);
  auto const place = static_cast<uint32_t>(decimal.places);
  value = (digits * LeadingReciprocals::at(place) + digits * TrailingReciprocals::at(place)) *
          Signs::at(static_cast<uint32_t>(decimal.minus));
  return true;
}
#endif

}  // namespace rowfuse::detail
