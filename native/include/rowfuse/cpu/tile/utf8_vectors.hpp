#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/tile/vectors.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>

#if defined(RF_HAS_AVX2)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Vectorized validation of UTF-8: J. Keiser, D. Lemire, "Validating UTF-8 in less than one instruction per byte", Software: Practice and
// Experience 51(5), 2021. The first byte of two neighbours and the upper half of the second show nearly all errors. Three tables of 16
// entries, each indexed by a half byte, hold one bit per kind of error; an error is a bit that all three have. What remains is to check the
// third and fourth bytes of a character against its first byte, two and three places before.

namespace rowfuse::cpu {

namespace detail::utf8 {

/// Two neighbouring bytes that are an error, by their bits; '.' is any bit. Only the upper half of the second byte counts.
struct Error {
  int bit;
  char const* first;
  char const* second;
};

/// Every first byte of a bit is combined with every second byte of that bit, because three tables cannot express more.
inline constexpr Error errors[] = {
    {0, "11......", "0......."},  // a character ends early
    {0, "11......", "11......"}, {1, "0.......", "10......"},  // a continuation that belongs to none
    {2, "11100000", "100....."},  // overlong: three bytes for a character of two
    {3, "11110100", "1001...."},  // above U+10FFFF
    {3, "11110100", "101....."}, {3, "11110101", "1001...."}, {3, "11110101", "101....."}, {3, "1111011.", "1001...."},
    {3, "1111011.", "101....."}, {3, "11111...", "1001...."}, {3, "11111...", "101....."}, {4, "11101101", "101....."},  // a surrogate
    {5, "1100000.", "10......"},  // overlong: two bytes for ASCII
    {6, "11110000", "1000...."},  // overlong: four bytes for a character of three
    {6, "11110101", "1000...."},  // above U+10FFFF
    {6, "1111011.", "1000...."}, {6, "11111...", "1000...."}, {7, "10......", "10......"},  // no error if a character has a third byte
};

constexpr bool fits(char const* pattern, int half) {
  for (int i = 0; i < 4; ++i) {
    if (pattern[i] != '.' && (pattern[i] == '1') != ((half >> (3 - i) & 1) != 0)) return false;
  }
  return true;
}

/// For each value of a half byte, the errors that include it.
struct Tables {
  alignas(16) std::uint8_t first_upper[16] = {};
  alignas(16) std::uint8_t first_lower[16] = {};
  alignas(16) std::uint8_t second_upper[16] = {};

  consteval Tables() {
    for (Error const& error : errors) {
      for (int half = 0; half < 16; ++half) {
        auto const bit = static_cast<std::uint8_t>(1 << error.bit);
        if (fits(error.first, half)) first_upper[half] |= bit;
        if (fits(error.first + 4, half)) first_lower[half] |= bit;
        if (fits(error.second, half)) second_upper[half] |= bit;
      }
    }
  }
};
inline constexpr Tables tables;

/// The bytes of a block that is skipped if all of it is ASCII. Smaller blocks would skip more, but in lines with some accented names the
/// branch would be mispredicted every other time.
inline constexpr std::int64_t block = 256;

#if defined(RF_HAS_AVX2)
#define RF_UTF8_VECTORS

/// Checks 32 bytes at a time. The three bytes before must be readable: those of the text, or 0.
class Check {
 public:
  static constexpr std::int64_t width = 32;

  RF_AVX2 Check()
      : first_upper_{table(tables.first_upper)}, first_lower_{table(tables.first_lower)}, second_upper_{table(tables.second_upper)} {}

  RF_AVX2 RF_INLINE void look_at(char const* data) {
    __m256i const here = load(data);
    __m256i const before = load(data - 1);
    __m256i const lower = _mm256_set1_epi8(0x0F);
    __m256i const pair =
        _mm256_and_si256(_mm256_and_si256(_mm256_shuffle_epi8(first_upper_, _mm256_and_si256(_mm256_srli_epi16(before, 4), lower)),
                                          _mm256_shuffle_epi8(first_lower_, _mm256_and_si256(before, lower))),
                         _mm256_shuffle_epi8(second_upper_, _mm256_and_si256(_mm256_srli_epi16(here, 4), lower)));
    // The high bit is set where a third or fourth byte must be. Bit 7 of `pair` is set there too, and is then no error.
    __m256i const third = _mm256_subs_epu8(load(data - 2), _mm256_set1_epi8(0xE0 - 0x80));
    __m256i const fourth = _mm256_subs_epu8(load(data - 3), _mm256_set1_epi8(0xF0 - 0x80));
    __m256i const inside = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(static_cast<char>(0x80)));
    wrong_ = _mm256_or_si256(wrong_, _mm256_xor_si256(inside, pair));
  }
  RF_AVX2 RF_INLINE bool is_valid() const { return _mm256_testz_si256(wrong_, wrong_) != 0; }

  /// Returns one bit per byte of a vector: 1 if it is not ASCII.
  RF_AVX2 RF_INLINE static std::uint32_t others(char const* data) { return static_cast<std::uint32_t>(_mm256_movemask_epi8(load(data))); }

  /// True if all of `block` bytes are ASCII.
  RF_AVX2 RF_INLINE static bool is_ascii(char const* data) {
    __m256i all = load(data);
    for (std::int64_t i = width; i < block; i += width) all = _mm256_or_si256(all, load(data + i));
    return _mm256_movemask_epi8(all) == 0;
  }

 private:
  RF_AVX2 RF_INLINE static __m256i load(char const* data) { return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(data)); }
  RF_AVX2 RF_INLINE static __m256i table(std::uint8_t const* entries) {
    return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<__m128i const*>(entries)));
  }

  __m256i first_upper_;
  __m256i first_lower_;
  __m256i second_upper_;
  __m256i wrong_ = _mm256_setzero_si256();
};

inline bool has_vectors() { return has_avx2(); }

#elif defined(__aarch64__) && defined(__ARM_NEON)
#define RF_UTF8_VECTORS

/// Checks 16 bytes at a time. The three bytes before must be readable: those of the text, or 0.
class Check {
 public:
  static constexpr std::int64_t width = 16;

  RF_INLINE void look_at(char const* data) {
    uint8x16_t const here = load(data);
    uint8x16_t const before = load(data - 1);
    uint8x16_t const pair =
        vandq_u8(vandq_u8(vqtbl1q_u8(first_upper_, vshrq_n_u8(before, 4)), vqtbl1q_u8(first_lower_, vandq_u8(before, vdupq_n_u8(0x0F)))),
                 vqtbl1q_u8(second_upper_, vshrq_n_u8(here, 4)));
    // The high bit is set where a third or fourth byte must be. Bit 7 of `pair` is set there too, and is then no error.
    uint8x16_t const third = vqsubq_u8(load(data - 2), vdupq_n_u8(0xE0 - 0x80));
    uint8x16_t const fourth = vqsubq_u8(load(data - 3), vdupq_n_u8(0xF0 - 0x80));
    uint8x16_t const inside = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80));
    wrong_ = vorrq_u8(wrong_, veorq_u8(inside, pair));
  }
  RF_INLINE bool is_valid() const { return vmaxvq_u8(wrong_) == 0; }

  /// Returns one bit per byte of a vector: 1 if it is not ASCII.
  RF_INLINE static std::uint32_t others(char const* data) {
    // Each byte keeps the bit of its place, and the bytes of each half are added.
    static constexpr std::uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t const negative = vcltzq_s8(vreinterpretq_s8_u8(load(data)));
    uint8x16_t const bits = vandq_u8(negative, vld1q_u8(places));
    return static_cast<std::uint32_t>(vaddv_u8(vget_low_u8(bits))) | static_cast<std::uint32_t>(vaddv_u8(vget_high_u8(bits))) << 8;
  }

  /// True if all of `block` bytes are ASCII.
  RF_INLINE static bool is_ascii(char const* data) {
    uint8x16_t all = load(data);
    for (std::int64_t i = width; i < block; i += width) all = vorrq_u8(all, load(data + i));
    return vmaxvq_u8(all) < 0x80;
  }

 private:
  RF_INLINE static uint8x16_t load(char const* data) { return vld1q_u8(reinterpret_cast<std::uint8_t const*>(data)); }

  uint8x16_t first_upper_ = vld1q_u8(tables.first_upper);
  uint8x16_t first_lower_ = vld1q_u8(tables.first_lower);
  uint8x16_t second_upper_ = vld1q_u8(tables.second_upper);
  uint8x16_t wrong_ = vdupq_n_u8(0);
};

constexpr bool has_vectors() { return true; }

#endif

#if defined(RF_UTF8_VECTORS)

/// The marks of a text that is only checked.
struct NoMarks {
  RF_INLINE static bool cover(std::int64_t) { return true; }
  RF_INLINE static void look_at(char const*, std::int64_t) {}
};

/// Checks at least one vector of bytes. Calls `marks.look_at(vector, at)` for all vectors that may have bytes past ASCII, in order, with
/// their place in the text, unless `marks.cover(end)` of their block. The last vector is filled with zeros.
template <class Marks>
RF_AVX2 RF_INLINE bool check_by_vectors(char const* data, std::int64_t size, Marks& marks) {
  constexpr std::int64_t before = 3;
  constexpr std::int64_t width = Check::width;
  Check check;
  // The first vector has zeros before it. The rest has zeros after it, which also detect a character that ends early.
  char first[before + width] = {};
  std::memcpy(first + before, data, width);
  check.look_at(first + before);
  marks.look_at(data, 0);
  std::int64_t at = width;
  bool may_end_early = true;  // the bytes before may be the start of a character
  while (at + 2 * block <= size) {
    if (Check::is_ascii(data + at)) {
      if (may_end_early) check.look_at(data + at);
      may_end_early = false;
      at += block;
      continue;
    }
    may_end_early = true;
    // The next block probably has such bytes too, so that the test would be lost. Unrolled further, the loop would run out of registers.
    std::int64_t const end = at + 2 * block;
#if defined(__GNUC__)
#pragma GCC unroll 2
#endif
    for (std::int64_t i = at; i < end; i += width) check.look_at(data + i);
    if (!marks.cover(end)) {
      for (std::int64_t i = at; i < end; i += width) marks.look_at(data + i, i);
    }
    at = end;
  }
  for (; at + width <= size; at += width) {
    check.look_at(data + at);
    marks.look_at(data + at, at);
  }
  char last[before + width] = {};
  std::memcpy(last, data + at - before, static_cast<std::size_t>(before + size - at));
  check.look_at(last + before);
  marks.look_at(last + before, at);
  return check.is_valid();
}

RF_AVX2 inline bool is_valid_by_vectors(char const* data, std::int64_t size) {
  NoMarks none;
  return check_by_vectors(data, size, none);
}

#endif

}  // namespace detail::utf8

/// Works like arrow::is_valid_utf8, at ten times its rate if the processor has the vectors and much of the text is not ASCII.
inline bool is_valid_utf8(char const* data, std::int64_t size) {
#if defined(RF_UTF8_VECTORS)
  // For short text the copies of its first and last bytes do not pay.
  if (size >= 2 * detail::utf8::Check::width && detail::utf8::has_vectors()) return detail::utf8::is_valid_by_vectors(data, size);
#endif
  return arrow::is_valid_utf8(data, size);
}

}  // namespace rowfuse::cpu
