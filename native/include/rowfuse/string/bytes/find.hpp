/// Byte-wise search. UTF-8 is self-synchronising, so a well-formed needle that is not empty matches only at character boundaries.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/equal_bytes.hpp>
#include <rowfuse/string/bytes/together.hpp>

#if !defined(RF_DEVICE_PASS) && defined(__SSE2__)
#include <emmintrin.h>
#elif !defined(RF_DEVICE_PASS) && defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace rowfuse::detail {

/// Host only: marks (0x80) the bytes of `word` that are zero. Exact up to the first of them, which is enough for a search.
RF_INLINE uint64_t zero_bytes(uint64_t word) { return (word - every_byte) & ~word & every_high_bit; }

#if !defined(RF_DEVICE_PASS)
/// Host only: the matches among 16 bytes. Every x86-64 has SSE2 and every arm64 has NEON, so nothing must be detected at run time. Other
/// processors use two words of 8 bytes, in which a byte after the first match may be marked that is none.
struct Matches {
#if defined(__SSE2__)
  uint32_t bits;
  bool any() const { return bits != 0; }
  int32_t first() const { return std::countr_zero(bits); }
  int32_t last() const { return 31 - std::countl_zero(bits); }
  Matches operator&(Matches other) const { return {bits & other.bits}; }
  /// Returns the matches among the bytes [from, to), of which there is at least one.
  Matches between(int32_t from, int32_t to) const { return {bits & (~0u << from) & (0xFFFFu >> (16 - to))}; }
#elif defined(__aarch64__) && defined(__ARM_NEON)
  uint64_t nibbles;
  bool any() const { return nibbles != 0; }
  int32_t first() const { return std::countr_zero(nibbles) >> 2; }
  int32_t last() const { return 15 - (std::countl_zero(nibbles) >> 2); }
  Matches operator&(Matches other) const { return {nibbles & other.nibbles}; }
  Matches between(int32_t from, int32_t to) const { return {nibbles & (~uint64_t{0} << (4 * from)) & (~uint64_t{0} >> (64 - 4 * to))}; }
#else
  uint64_t low;
  uint64_t high;
  bool any() const { return (low | high) != 0; }
  int32_t first() const { return (low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high)) >> 3; }
  int32_t last() const { return high != 0 ? 15 - (std::countl_zero(high) >> 3) : 7 - (std::countl_zero(low) >> 3); }
  Matches operator&(Matches other) const { return {low & other.low, high & other.high}; }
  Matches between(int32_t from, int32_t to) const { return {low & bytes_between(from, to), high & bytes_between(from - 8, to - 8)}; }

 private:
  static uint64_t bytes_below(int32_t end) { return end <= 0 ? 0 : end >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * end)) - 1; }
  static uint64_t bytes_between(int32_t from, int32_t to) { return bytes_below(to) & ~bytes_below(from); }
#endif
};

RF_INLINE Matches equal_bytes_of_word(char const* data, char byte) {
#if defined(__SSE2__)
  __m128i const word = _mm_loadu_si128(reinterpret_cast<__m128i const*>(data));
  return {static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(word, _mm_set1_epi8(byte))))};
#elif defined(__aarch64__) && defined(__ARM_NEON)
  uint8x16_t const word = vld1q_u8(reinterpret_cast<uint8_t const*>(data));
  uint8x16_t const equal = vceqq_u8(word, vdupq_n_u8(static_cast<uint8_t>(byte)));
  // Four bits per byte: the narrowing shift replaces the mask instruction that NEON lacks.
  return {vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(equal), 4)), 0)};
#else
  uint64_t const pattern = every_byte * static_cast<unsigned char>(byte);
  return {zero_bytes(load<uint64_t>(data) ^ pattern), zero_bytes(load<uint64_t>(data + 8) ^ pattern)};
#endif
}
#endif

#if defined(RF_DEVICE_PASS)
/// Skips bytes of a forward search: returns a place with no byte of `pattern` in [data + at, data + place). Tests aligned pieces of 16
/// bytes, and stops before the first one with a match. Out of line, because most cells are shorter.
__device__ __noinline__ inline int32_t skip_pieces_without(char const* data, int32_t at, int32_t size, uint32_t pattern) {
  if (is_shared_by_lanes(data, at, size, pattern)) return find_together(data, at, size, pattern);
  int32_t const head = static_cast<int32_t>((0u - static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(data + at))) & 15u);
  for (int32_t const end = at + head; at < end; ++at)
    if (byte_at(data + at) == (pattern & 0xFFu)) return at;
  for (; at < size; at += 16) {
    Piece16 const piece = aligned_piece(data + at);
    uint32_t zeros = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) zeros |= zero_bytes32(piece.words[i] ^ pattern);
    if (zeros != 0) return at;
  }
  return size;
}

/// Skips bytes of a backward search: returns a place with no byte of `pattern` in (place, at]. Tests aligned pieces of 16 bytes, and stops
/// before the last one with a match.
__device__ __noinline__ inline int32_t skip_pieces_back_without(char const* data, int32_t at, uint32_t pattern) {
  if (is_shared_by_lanes(data, at, pattern)) return find_last_together(data, at, pattern);
  // Bytes up to the end of a piece.
  for (; at >= 0 && (reinterpret_cast<std::uintptr_t>(data + at + 1) & 15u) != 0; --at)
    if (byte_at(data + at) == (pattern & 0xFFu)) return at;
  for (; at >= 15; at -= 16) {
    Piece16 const piece = aligned_piece(data + at - 15);
    uint32_t zeros = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i) zeros |= zero_bytes32(piece.words[i] ^ pattern);
    if (zeros != 0) return at;
  }
  return at;
}
#endif

#if defined(RF_DEVICE_PASS)
/// Works like find_byte, eight bytes at a time, for ranges past which bytes may be read.
__device__ __forceinline__ int32_t find_byte_padded(char const* data, int32_t at, int32_t size, char byte) {
  if (at >= size) return -1;
  uint32_t const pattern = 0x01010101u * static_cast<unsigned char>(byte);
  auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(data + at) & 7u);
  at -= phase;
  Piece8 const first = aligned_half_piece(data + at);
  // Bytes before the range never match.
  uint32_t low = zero_bytes32((first.low ^ pattern) | ~__funnelshift_lc(0u, ~0u, static_cast<uint32_t>(8 * phase)));
  uint32_t high = zero_bytes32((first.high ^ pattern) | (phase > 4 ? ~(~0u << (8 * phase - 32)) : 0));
  // The loop has one exit: lanes that have found their byte wait there for the others, and all continue together.
  for (;;) {
    at += 8;
    if ((low | high) != 0 || at >= size) break;
    Piece8 const piece = aligned_half_piece(data + at);
    low = zero_bytes32(piece.low ^ pattern);
    high = zero_bytes32(piece.high ^ pattern);
  }
  at += ((__ffs(static_cast<int>(low != 0 ? low : high)) - 1) >> 3) - (low != 0 ? 8 : 4);
  return (low | high) != 0 && at < size ? at : -1;
}
#endif

/// Returns the first place of `byte` in [data + at, data + size), or -1.
RF_HD RF_INLINE int32_t find_byte(char const* data, int32_t at, int32_t size, char byte) {
#if defined(RF_LITTLE_ENDIAN) && !defined(RF_DEVICE_PASS)
  uint64_t const pattern = every_byte * static_cast<unsigned char>(byte);
  if (size - at >= 8) {
    // The vector code of libc pays for its call only in texts longer than most cells.
    if (size - at > 64) {
      auto const* found = std::memchr(data + at, byte, static_cast<std::size_t>(size - at));
      return found == nullptr ? -1 : static_cast<int32_t>(static_cast<char const*>(found) - data);
    }
    for (; at + 8 <= size; at += 8) {
      uint64_t const zeros = zero_bytes(load<uint64_t>(data + at) ^ pattern);
      if (zeros != 0) return at + (std::countr_zero(zeros) >> 3);
    }
    if (at == size) return -1;
    // The rest is covered by the last whole word, without the bytes that were already tested.
    uint64_t const fresh = ~uint64_t{0} << (8 * (8 - (size - at)));
    uint64_t const zeros = zero_bytes(load<uint64_t>(data + size - 8) ^ pattern) & fresh;
    return zeros == 0 ? -1 : size - 8 + (std::countr_zero(zeros) >> 3);
  }
  if (at >= size) return -1;
  uint64_t const inside = ~(~uint64_t{0} << (8 * (size - at)));
  uint64_t const zeros = zero_bytes(load_short(data + at, size - at) ^ pattern) & inside;
  return zeros == 0 ? -1 : at + (std::countr_zero(zeros) >> 3);
#elif defined(RF_DEVICE_PASS)
  if (at >= size) return -1;
  uint32_t const pattern = 0x01010101u * static_cast<unsigned char>(byte);
  if (size - at >= 128) {
    at = skip_pieces_without(data, at, size, pattern);
    if (at >= size) return -1;
  }
  int32_t const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(data + at) & 3u);
  at -= phase;
  uint32_t word = (aligned_word(data + at) ^ pattern) | ~(~0u << (8 * phase));
  uint32_t zeros;
  // The loop has one exit: lanes that have found their byte wait there for the others, and all continue together.
  for (;;) {
    zeros = zero_bytes32(word);
    at += 4;
    if (zeros != 0 || at >= size) break;
    word = aligned_word(data + at) ^ pattern;
  }
  at += ((__ffs(static_cast<int>(zeros)) - 1) >> 3) - 4;
  return zeros != 0 && at < size ? at : -1;
#else
  for (; at < size; ++at)
    if (data[at] == byte) return at;
  return -1;
#endif
}

#if defined(RF_LITTLE_ENDIAN) && !defined(RF_DEVICE_PASS)
/// Host only: works like find_byte for ranges past which 16 bytes may be read.
RF_INLINE int32_t find_byte_padded(char const* data, int32_t at, int32_t size, char byte) {
  // The vector code of libc takes a third of the time (10 ns instead of 33 for 1,000 bytes), but its call costs as much as 64 bytes here.
  int32_t const near_end = size - at > 128 ? at + 64 : size;
  for (; at < near_end; at += 16) {
    Matches const matches = equal_bytes_of_word(data + at, byte);
    if (matches.any()) {
      int32_t const found = at + matches.first();
      return found < size ? found : -1;
    }
  }
  if (at >= size) return -1;
  auto const* const found = static_cast<char const*>(std::memchr(data + at, byte, static_cast<std::size_t>(size - at)));
  return found == nullptr ? -1 : static_cast<int32_t>(found - data);
}
#endif

#if !defined(RF_DEVICE_PASS)
/// Host only: the places among the 16 from `data` on at which both ends of a needle match.
RF_INLINE Matches both_ends(char const* data, char const* needle, int32_t needle_size) {
  return equal_bytes_of_word(data, needle[0]) & equal_bytes_of_word(data + needle_size - 1, needle[needle_size - 1]);
}

/// Host only: returns the first place, of those marked from `data` on, where the needle is; or -1.
RF_INLINE int32_t first_needle(char const* data, Matches marked, char const* needle, int32_t needle_size) {
  while (marked.any()) {
    int32_t const place = marked.first();
    if (equal_bytes(data + place, needle, needle_size)) return place;
    if (place == 15) break;
    marked = marked.between(place + 1, 16);
  }
  return -1;
}
#endif

/// Returns the first place of a needle of at least two bytes in [data + at, data + size), or -1. If the range is `padded`, 16 bytes past it
/// may be read.
// The first byte alone is a frequent one in most texts, so each match of it would start a comparison. Both ends match rarely.
RF_HD RF_INLINE int32_t find_long_needle(char const* data, int32_t at, int32_t size, char const* needle, int32_t needle_size,
                                         [[maybe_unused]] bool padded) {
  int32_t const last = size - needle_size;  // the last place where it would fit
#if !defined(RF_DEVICE_PASS)
  int32_t const begin = at;
  for (; last - at >= 15; at += 16) {
    int32_t const place = first_needle(data + at, both_ends(data + at, needle, needle_size), needle, needle_size);
    if (place >= 0) return at + place;
  }
  if (at > last) return -1;
  if (padded || last - begin >= 15) {
    // Fewer than 16 places are left. They lie at the start of a word that passes the end, or at the end of one that was partly tested.
    int32_t const word = padded ? at : last - 15;
    Matches const fresh = both_ends(data + word, needle, needle_size).between(at - word, last + 1 - word);
    int32_t const place = first_needle(data + word, fresh, needle, needle_size);
    return place < 0 ? -1 : word + place;
  }
#endif
  while (at <= last) {
    at = find_byte(data, at, last + 1, needle[0]);
    if (at < 0) return -1;
    if (equal_bytes(data + at + 1, needle + 1, needle_size - 1)) return at;
    ++at;
  }
  return -1;
}

/// Returns the first place of a needle that is not empty in [data + at, data + size), or -1.
RF_HD RF_INLINE int32_t find_bytes(char const* data, int32_t at, int32_t size, char const* needle, int32_t needle_size,
                                   [[maybe_unused]] bool padded = false) {
#if defined(RF_LITTLE_ENDIAN) || defined(RF_DEVICE_PASS)
  if (padded && needle_size == 1) return find_byte_padded(data, at, size, needle[0]);
#endif
  if (needle_size == 1) return find_byte(data, at, size, needle[0]);
  return find_long_needle(data, at, size, needle, needle_size, padded);
}

/// Returns the last place, at most `at`, of a needle that is not empty in [data, data + size), or -1.
RF_HD RF_INLINE int32_t find_last_bytes(char const* data, int32_t at, int32_t size, char const* needle, int32_t needle_size) {
  if (at > size - needle_size) at = size - needle_size;
#if defined(RF_DEVICE_PASS)
  if (at >= 128) at = skip_pieces_back_without(data, at, 0x01010101u * byte_at(needle));
#else
  for (; at >= 15; at -= 16) {
    char const* const word = data + at - 15;
    for (Matches marked = both_ends(word, needle, needle_size); marked.any();) {
      int32_t const place = marked.last();
      if (equal_bytes(word + place, needle, needle_size)) return at - 15 + place;
      if (place == 0) break;
      marked = marked.between(0, place);
    }
  }
#endif
  for (; at >= 0; --at)
    if (data[at] == needle[0] && equal_bytes(data + at + 1, needle + 1, needle_size - 1)) return at;
  return -1;
}

}  // namespace rowfuse::detail
