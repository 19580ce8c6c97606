/// Host only: which of 32 bytes belong to a set of ASCII characters.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/bytes/wide.hpp>

#if defined(RF_WIDE_BYTES)
namespace rowfuse::regex {

/// The bytes of a text from `first` on: a bit for each.
struct SetBlock {
  static constexpr int32_t size = 32;

  int32_t first = -size;
  uint32_t members = 0;
  uint32_t high = 0;  ///< those of characters above ASCII

  RF_INLINE bool covers(int32_t place) const { return static_cast<uint32_t>(place - first) < uint32_t{size}; }

  /// Loads a block with the byte at `place`, which is before the end of the text.
  ///
  /// @param nibbles Bit h of entry l is that of the character 16 * h + l.
  RF_INLINE void load(char const* nibbles, char const* text, int32_t end, int32_t place) {
    __m256i bytes;
    if (end >= size) {
      first = place < end - size ? place : end - size;
      bytes = detail::load_32(text + first);
    } else {
      alignas(32) char buffer[size] = {};
      detail::copy_bytes(buffer, text, end);
      first = 0;
      bytes = detail::load_32(buffer);
    }
    members = members_of(bytes, _mm256_broadcastsi128_si256(detail::load_16(nibbles)));
    high = static_cast<uint32_t>(_mm256_movemask_epi8(bytes));
  }

  /// A byte above ASCII is no member.
  RF_INLINE static __m256i member_bytes(__m256i bytes, __m256i table) {
    // A shuffle gives 0 for a byte with its high bit, and such a byte has no bit that would equal that.
    __m256i const by_low = _mm256_shuffle_epi8(table, bytes);
    __m256i const high_half = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    __m256i const bits = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1));
    __m256i const bit = _mm256_shuffle_epi8(bits, high_half);
    return _mm256_cmpeq_epi8(_mm256_and_si256(by_low, bit), bit);
  }

 private:
  RF_INLINE static uint32_t members_of(__m256i bytes, __m256i table) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(member_bytes(bytes, table)));
  }
};

}  // namespace rowfuse::regex
#endif
