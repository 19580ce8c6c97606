/// Case mapping of ASCII text, by words and vectors.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/ascii.hpp>
#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/form/methods.hpp>

#if !defined(RF_DEVICE_PASS)
#include <rowfuse/string/bytes/wide.hpp>
#endif

namespace rowfuse::detail {

/// Maps one ASCII byte.
template <Case to>
RF_HD constexpr uint32_t map_ascii(uint32_t byte) {
  constexpr uint32_t first = static_cast<unsigned char>(to == Case::upper ? 'a' : 'A');
  return byte - first < 26 ? byte ^ 0x20 : byte;
}

/// Maps all bytes of a word, which must all be ASCII.
template <Case to, class Word>
RF_HD constexpr Word map_ascii_word(Word word) {
  constexpr Word ones = static_cast<Word>(every_byte);
  constexpr Word first = to == Case::upper ? 'a' : 'A';
  // The high bit of each byte says if it is at least `first`, and if it is past the last letter.
  Word const from_first = word + ones * (0x80 - first);
  Word const past_last = word + ones * (0x80 - first - 26);
  return word ^ ((from_first & ~past_last & (ones * 0x80)) >> 2);
}

#if !defined(RF_DEVICE_PASS) && defined(__SSE2__)
/// Host only: maps 16 bytes, which must all be ASCII.
template <Case to>
RF_INLINE __m128i map_ascii_bytes(__m128i bytes) {
  constexpr char first = to == Case::upper ? 'a' : 'A';
  // Moves the first letter to the lowest signed number, so that one comparison tells letters.
  __m128i const moved = _mm_add_epi8(bytes, _mm_set1_epi8(static_cast<char>(0x80 - first)));
  __m128i const letters = _mm_cmpgt_epi8(_mm_set1_epi8(-128 + 26), moved);
  return _mm_xor_si128(bytes, _mm_and_si128(letters, _mm_set1_epi8(0x20)));
}
#endif
#if !defined(RF_DEVICE_PASS) && defined(RF_WIDE_BYTES)
/// Host only: maps 32 bytes, which must all be ASCII.
template <Case to>
RF_INLINE __m256i map_ascii_bytes(__m256i bytes) {
  constexpr char first = to == Case::upper ? 'a' : 'A';
  __m256i const moved = _mm256_add_epi8(bytes, _mm256_set1_epi8(static_cast<char>(0x80 - first)));
  __m256i const letters = _mm256_cmpgt_epi8(_mm256_set1_epi8(-128 + 26), moved);
  return _mm256_xor_si256(bytes, _mm256_and_si256(letters, _mm256_set1_epi8(0x20)));
}
#endif

/// Maps ASCII bytes word by word. Reads [from, from + size) and writes [at, at + size), and nothing else.
template <Case to>
RF_HD RF_INLINE void copy_mapped(char* at, char const* from, int32_t size) {
#if defined(RF_DEVICE_PASS)
  copy_pieces(at, from, size, [](uint32_t word) { return map_ascii_word<to>(word); });
#else
  int32_t i = 0;
#if defined(__SSE2__)
  if (size >= 16) {
#if defined(RF_WIDE_BYTES)
    for (; i + 32 <= size; i += 32) store_32(at + i, map_ascii_bytes<to>(load_32(from + i)));
#endif
    for (; i + 16 <= size; i += 16) store_16(at + i, map_ascii_bytes<to>(load_16(from + i)));
    // As below, the last bytes cover the rest.
    if (i < size) store_16(at + size - 16, map_ascii_bytes<to>(load_16(from + size - 16)));
    return;
  }
#endif
  for (; i + 8 <= size; i += 8) store(at + i, map_ascii_word<to>(load<uint64_t>(from + i)));
  if (i == size) return;
  if (size >= 8) {
    // The last eight bytes cover the rest. Some of them are mapped twice, each time from the source.
    store(at + size - 8, map_ascii_word<to>(load<uint64_t>(from + size - 8)));
    return;
  }
  for (; i < size; ++i) at[i] = static_cast<char>(map_ascii<to>(byte_at(from + i)));
#endif
}

}  // namespace rowfuse::detail
