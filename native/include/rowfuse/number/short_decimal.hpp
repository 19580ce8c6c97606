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
/// The same on the host.
RF_INLINE bool short_decimal_on_host(View text, double& value) {
  int32_t size = text.size;
  if (RF_UNLIKELY(size < 1 || size > 8)) return false;
  uint64_t word = text.is_padded() || size == 8 ? load<uint64_t>(text.data) : load_short(text.data, size);
  // Without branches: signs and sizes change from row to row.
  auto const minus = static_cast<int32_t>((word & 0xFF) == '-');
  word >>= 8 * minus;
  size -= minus;
  if (RF_UNLIKELY(size == 0)) return false;
  word &= ~uint64_t{0} >> (64 - 8 * size);
  uint64_t const marks = zero_bytes(word ^ every_byte * '.');
  int32_t places = 0;
  if (marks != 0) {
    int32_t const at = std::countr_zero(marks) >> 3;
    uint64_t const before = (uint64_t{1} << (8 * at)) - 1;
    word = (word & before) | (word >> 8 & ~before);
    --size;
    places = size - at;
    if (RF_UNLIKELY(size == 0)) return false;
  }
  // The last digit to the highest byte, zeros before the first.
  word = (word ^ every_byte * '0') << (64 - 8 * size);
  if (RF_UNLIKELY((((word + every_byte * 0x76) | word) & every_high_bit) != 0)) return false;
  word = word * 10 + (word >> 8);
  uint64_t const hundreds = (word & 0x000000FF000000FF) * (100 + (uint64_t{1000000} << 32));
  uint64_t const ones = (word >> 16 & 0x000000FF000000FF) * (1 + (uint64_t{10000} << 32));
  auto const digits = static_cast<uint32_t>((hundreds + ones) >> 32);
  double const magnitude = static_cast<double>(digits) / ShortPowers::at(static_cast<uint32_t>(places));
  value = from_bits(to_bits(magnitude) | static_cast<uint64_t>(minus) << 63);
  return true;
}
#endif

}  // namespace rowfuse::detail
