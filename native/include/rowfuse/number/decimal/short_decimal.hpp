/// Decimals of at most eight characters, as most measurements in text are.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/binary_double.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/find.hpp>
#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse::detail {

RF_TABLE(ShortPowers, double, 9, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8)
RF_TABLE(ShortReciprocals, double, 9, 1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8)

/// Returns digits / 10^places, rounded once, for digits below 10^8 and places up to 8. It is the product with the rounded reciprocal,
/// corrected by the exact remainder: P. Markstein, "Computation of elementary functions on the IBM RISC System/6000 processor" (1990).
/// test/native/short-decimals checks for all arguments that it equals the quotient. `multiply_add` rounds once.
template <class MultiplyAdd>
RF_HD RF_INLINE double short_quotient(uint32_t digits, int32_t places, MultiplyAdd const& multiply_add) {
  auto const dividend = static_cast<double>(digits);
  auto const place = static_cast<uint32_t>(places);
  double const reciprocal = ShortReciprocals::at(place);
  double const quotient = dividend * reciprocal;
  return multiply_add(multiply_add(-quotient, ShortPowers::at(place), dividend), reciprocal, quotient);
}

/// The digits of a short decimal as a number, the number of digits after its point, and its sign.
struct ShortDecimal {
  int32_t digits;  ///< below 10^8; with a point, below 10^7
  int32_t places;
  int32_t minus;   ///< 0 or 1

  RF_HD RF_INLINE int32_t signed_digits() const { return (digits ^ -minus) + minus; }
};

#if defined(__CUDACC__)

/// Returns the number of four decimal digits, the first in the lowest byte: two dot products of two digits each.
__device__ __forceinline__ uint32_t four_digits(uint32_t digits) {
  return __dp2a_hi(0x0001000Au, digits, __dp2a_lo(0x006403E8u, digits, 0u));
}

/// The characters of a text of up to eight, the last in the highest byte; the bytes before them are undefined.
struct LastCharacters {
  uint32_t low;
  uint32_t high;

  /// Loads only aligned words that hold a byte of the text.
  __device__ __forceinline__ explicit LastCharacters(View text) {
    char const* const end = text.data + text.size;
    // Only the low bits become a number, so that the pointer keeps its address space.
    auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(end) & 3u);
    char const* const aligned = end - phase;
    uint32_t const third = phase > 0 ? aligned_word(aligned) : 0;
    uint32_t const second = text.size > phase ? aligned_word(aligned - 4) : 0;
    uint32_t const first = text.size > phase + 4 ? aligned_word(aligned - 8) : 0;
    low = __funnelshift_r(first, second, static_cast<uint32_t>(phase) * 8);
    high = __funnelshift_r(second, third, static_cast<uint32_t>(phase) * 8);
  }
};

/// Reads one to eight ASCII characters: an optional minus, digits, and an optional point among them. Returns false for any other text, even
/// if it is a number.
__device__ __forceinline__ bool short_digits(View text, ShortDecimal& decimal) {
  if (static_cast<uint32_t>(text.size - 1) > 7) return false;
  auto [low, high] = LastCharacters(text);
  uint32_t const first = __byte_perm(low, high, static_cast<uint32_t>(8 - text.size)) & 0xFF;
  decimal.minus = first == '-' ? 1 : 0;
  int32_t const size = text.size - decimal.minus;
  if (size == 0) return false;
  // Puts zeros before the first digit. A shift by 32 or more leaves nothing.
  constexpr uint32_t zeros = 0x30303030u;
  uint32_t const in_high = __funnelshift_lc(0u, ~0u, static_cast<uint32_t>(max(32 - 8 * size, 0)));
  uint32_t const in_low = __funnelshift_lc(0u, ~0u, static_cast<uint32_t>(64 - 8 * size));
  high = (high & in_high) | (zeros & ~in_high);
  low = (low & in_low) | (zeros & ~in_low);
  // Finds the point. The code below checks that there is no second one.
  constexpr uint32_t points = 0x2E2E2E2Eu;
  auto const first_of = [](uint32_t marks) { return marks & (0u - marks); };  // marks are exact up to the first
  decimal.places = 0;
  if (uint32_t const marks = zero_bytes32(high ^ points); marks != 0) {
    if (size == 1) return false;
    uint32_t const point = first_of(marks);
    uint32_t const up_to_point = point + point - 1;
    decimal.places = __clz(static_cast<int>(point)) >> 3;
    high = (__funnelshift_l(low, high, 8) & up_to_point) | (high & ~up_to_point);
    low = low << 8 | '0';
  } else if (uint32_t const low_marks = zero_bytes32(low ^ points); low_marks != 0) {
    uint32_t const point = first_of(low_marks);
    uint32_t const up_to_point = point + point - 1;
    decimal.places = 4 + (__clz(static_cast<int>(point)) >> 3);
    low = ((low << 8 | '0') & up_to_point) | (low & ~up_to_point);
  }
  high ^= zeros;
  low ^= zeros;
  if ((((high + 0x76767676u) | high | (low + 0x76767676u) | low) & 0x80808080u) != 0) return false;
  decimal.digits = static_cast<int32_t>(four_digits(low) * 10000 + four_digits(high));
  return true;
}

/// Reads the number.
__device__ __forceinline__ bool short_decimal(View text, double& value) {
  ShortDecimal decimal;
  if (!short_digits(text, decimal)) return false;
  value =
      short_quotient(static_cast<uint32_t>(decimal.digits), decimal.places, [](double a, double b, double c) { return __fma_rn(a, b, c); });
  if (decimal.minus != 0) value = -value;
  return true;
}

#endif

#if defined(RF_LITTLE_ENDIAN)
// 10^-places in two parts: truncated to 26 bits, and the rest. There are at most seven digits after a point, of at most 24 bits, so the
// product with the first part is exact. The error of the sum of both products before its rounding is below 2^-26 units in the last place.
// The quotient of so few digits by at most 10^7 is never nearer than 2^-25 of these units to the middle between two doubles. So the sum
// rounds to the nearest double, as a division would, which takes three times as long.
RF_TABLE(LeadingReciprocals, double, 8, 1, 0x1.9999998p-4, 0x1.47ae14p-7, 0x1.0624ddp-10, 0x1.a36e2e8p-14, 0x1.4f8b588p-17, 0x1.0c6f7ap-20,
         0x1.ad7f298p-24)
RF_TABLE(TrailingReciprocals, double, 8, 0, 0x1.999999999999ap-32, 0x1.eb851eb851eb8p-33, 0x1.78d4fdf3b645ap-37, 0x1.8e219652bd3c3p-41,
         0x1.c6d1e108c3f3ep-46, 0x1.6bdb1a6d698fep-49, 0x1.5e57a42bc3d33p-51)
RF_TABLE(Signs, double, 2, 1, -1)

/// Reads the digits of a short decimal on the host.
RF_INLINE bool short_digits_on_host(View text, ShortDecimal& decimal) {
  if (RF_UNLIKELY(text.size < 1 || text.size > 8)) return false;
  uint64_t word = text.is_padded() || text.size == 8 ? load<uint64_t>(text.data) : load_short(text.data, text.size);
  // Without branches, because signs and sizes change from row to row.
  auto const minus = static_cast<int32_t>((word & 0xFF) == '-');
  int32_t const size = text.size - minus;
  if (RF_UNLIKELY(size == 0)) return false;
  // Shifts the last character to the highest byte, which drops bytes after it. Then digits become numbers, with zeros before them.
  word = word >> (8 * minus) << (64 - 8 * size);
  uint64_t const points = zero_bytes(word ^ every_byte * '.');
  word ^= every_byte * '0' << (64 - 8 * size);
  int32_t places = 0;
  if (points != 0) {
    if (RF_UNLIKELY(size == 1)) return false;
    // The highest bit of the point, and its lowest.
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

/// Reads a short decimal on the host.
RF_INLINE bool short_decimal_on_host(View text, double& value) {
  ShortDecimal decimal;
  if (RF_UNLIKELY(!short_digits_on_host(text, decimal))) return false;
  auto const digits = static_cast<double>(decimal.digits);
  auto const place = static_cast<uint32_t>(decimal.places);
  value =
      (digits * LeadingReciprocals::at(place) + digits * TrailingReciprocals::at(place)) * Signs::at(static_cast<uint32_t>(decimal.minus));
  return true;
}
#endif

}  // namespace rowfuse::detail
