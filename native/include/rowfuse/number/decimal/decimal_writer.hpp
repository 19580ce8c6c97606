/// Digits of integers as text.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/string/bytes/load.hpp>

#if !defined(RF_DEVICE_PASS)
#include <rowfuse/string/bytes/wide.hpp>
#endif

// Hosts compute eight digits at a time in a word. The first digit is its lowest byte.
#if !defined(RF_DEVICE_PASS) && defined(RF_LITTLE_ENDIAN)
#define RF_DIGITS_IN_WORDS
#endif

namespace rowfuse::detail {

#if defined(RF_DIGITS_IN_WORDS)
inline constexpr uint64_t powers_of_ten_64[] = {1u,
                                                10u,
                                                100u,
                                                1000u,
                                                10000u,
                                                100000u,
                                                1000000u,
                                                10000000u,
                                                100000000u,
                                                1000000000u,
                                                10000000000u,
                                                100000000000u,
                                                1000000000000u,
                                                10000000000000u,
                                                100000000000000u,
                                                1000000000000000u,
                                                10000000000000000u,
                                                100000000000000000u,
                                                1000000000000000000u,
                                                10000000000000000000u};

/// Returns the eight digits of a number below 10^8 as text. Divides in all lanes of the word at once: first by 10^4, then by 100 and by 10.
RF_INLINE uint64_t eight_digits(uint32_t value) {
  uint64_t const fours = value / 10000 | uint64_t{value % 10000} << 32;
  uint64_t const hundreds = (fours * 10486 >> 20) & 0x0000007F0000007Fu;
  uint64_t const twos = hundreds | (fours - 100 * hundreds) << 16;
  uint64_t const tens = (twos * 103 >> 10) & 0x000F000F000F000Fu;
  return every_byte * '0' + (tens | (twos - 10 * tens) << 8);
}

/// Stores two words as one vector where there are vectors. A text is copied by vectors, and the processor can forward one store to a load,
/// but not two.
RF_INLINE void store_words(char* out, uint64_t low, uint64_t high) {
#if defined(__SSE2__)
  store_16(out, _mm_set_epi64x(static_cast<int64_t>(high), static_cast<int64_t>(low)));
#else
  store(out, Word16{low, high});
#endif
}
#endif

RF_HD RF_INLINE int32_t decimal_digits(uint64_t value) {
#if defined(RF_DIGITS_IN_WORDS)
  // 1233 / 2^12 is a little more than the logarithm of 2: the digits of the number, or one fewer.
  auto const fewer = static_cast<uint32_t>(std::bit_width(value | 1) * 1233) >> 12;
  return static_cast<int32_t>(fewer + static_cast<uint32_t>((value | 1) >= powers_of_ten_64[fewer]));
#else
  int32_t digits = 1;
  while (value >= 10) {
    value /= 10;
    ++digits;
  }
  return digits;
#endif
}

/// Writes the `count` (1 to 20) decimal digits of `value`. A host may also write the `TextBuffer::padding` bytes after them.
RF_HD RF_INLINE void write_digits(char* out, uint64_t value, int32_t count) {
#if defined(RF_DIGITS_IN_WORDS)
  constexpr uint64_t part = 100000000;
  auto const first = [](uint64_t some, int32_t digits) { return eight_digits(static_cast<uint32_t>(some)) >> 8 * (8 - digits); };
  if (RF_LIKELY(count <= 8)) return store_words(out, first(value, count), 0);
  if (count > 16) {
    store_words(out, first(value / (part * part), count - 16), 0);
    out += count - 16;
    value %= part * part;
    count = 16;
  }
  uint64_t const low = eight_digits(static_cast<uint32_t>(value % part));
  // Digits that are not wanted are shifted out of the first word, and the last digits follow it.
  int32_t const unwanted = 8 * (16 - count);
  uint64_t const high = first(value / part, count - 8);
  store_words(out, unwanted == 0 ? high : high | low << (64 - unwanted), low >> unwanted);
#else
  char* end = out + count;
  // 64-bit divisions only while needed: eight digits at a time fit in 32 bits.
  while (count > 8) {
    auto part = static_cast<uint32_t>(value % 100000000u);
    value /= 100000000u;
    for (int32_t i = 0; i < 8; ++i) {
      *--end = static_cast<char>('0' + part % 10);
      part /= 10;
    }
    count -= 8;
  }
  auto part = static_cast<uint32_t>(value);
  for (; count > 0; --count) {
    *--end = static_cast<char>('0' + part % 10);
    part /= 10;
  }
#endif
}

/// Writes an integer of `size` digits and, unless `places` is 0, a point and `places` digits of a fraction. Returns the number of characters.
RF_HD RF_INLINE int32_t write_with_point(char* out, uint64_t whole, int32_t size, uint64_t fraction, int32_t places) {
#if defined(RF_DIGITS_IN_WORDS)
  if (RF_LIKELY(size <= 8 && places > 0 && places < 8)) {
    uint64_t const left = eight_digits(static_cast<uint32_t>(whole)) >> 8 * (8 - size);
    uint64_t const right = eight_digits(static_cast<uint32_t>(fraction)) >> 8 * (8 - places) << 8 | '.';
    store_words(out, left | right << 8 * (size - 1) << 8, right >> 8 * (8 - size));
    return size + 1 + places;
  }
#endif
  write_digits(out, whole, size);
  if (places == 0) return size;
  out[size] = '.';
  write_digits(out + size + 1, fraction, places);
  return size + 1 + places;
}

/// Writes `e+21`. Returns the number of characters.
RF_HD RF_INLINE int32_t write_exponent(char* out, int32_t exponent) {
  out[0] = 'e';
  out[1] = exponent < 0 ? '-' : '+';
  auto const magnitude = static_cast<uint64_t>(exponent < 0 ? -exponent : exponent);
  int32_t const digits = decimal_digits(magnitude);
  write_digits(out + 2, magnitude, digits);
  return 2 + digits;
}

}  // namespace rowfuse::detail
