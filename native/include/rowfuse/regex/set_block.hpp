/// Host only: bytes that belong to a set of ASCII characters, 16 or 32 at a time.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/bytes/wide.hpp>

#if defined(RF_WIDE_BYTES)
namespace rowfuse::regex {

/// A set of ASCII characters by their half bytes.
class ByteSet {
 public:
  /// @param nibbles Bit h of entry l is that of the character 16 * h + l.
  RF_INLINE explicit ByteSet(char const* nibbles) : table_{_mm256_broadcastsi128_si256(detail::load_16(nibbles))} {}

  /// Returns bytes of ones for members. A byte above ASCII is no member.
  RF_INLINE __m256i members(__m256i bytes) const {
    // A shuffle gives 0 for a byte with its high bit, and such a byte has no bit that would equal that.
    __m256i const by_low = _mm256_shuffle_epi8(table_, bytes);
    __m256i const high_half = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    __m256i const bit = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bits()), high_half);
    return _mm256_cmpeq_epi8(_mm256_and_si256(by_low, bit), bit);
  }
  RF_INLINE __m128i members(__m128i bytes) const {
    __m128i const by_low = _mm_shuffle_epi8(_mm256_castsi256_si128(table_), bytes);
    __m128i const high_half = _mm_and_si128(_mm_srli_epi16(bytes, 4), _mm_set1_epi8(0x0F));
    __m128i const bit = _mm_shuffle_epi8(bits(), high_half);
    return _mm_cmpeq_epi8(_mm_and_si128(by_low, bit), bit);
  }

 private:
  RF_INLINE static __m128i bits() { return _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1); }

  __m256i table_;
};

RF_INLINE uint32_t bits_of(__m256i bytes) { return static_cast<uint32_t>(_mm256_movemask_epi8(bytes)); }
RF_INLINE uint32_t bits_of(__m128i bytes) { return static_cast<uint32_t>(_mm_movemask_epi8(bytes)); }

/// Exchanges ASCII for the other bytes, so that a set of those can be searched for.
RF_INLINE __m256i without_high_bits(__m256i bytes) { return _mm256_xor_si256(bytes, _mm256_set1_epi8(-128)); }
RF_INLINE __m128i without_high_bits(__m128i bytes) { return _mm_xor_si128(bytes, _mm_set1_epi8(-128)); }

/// The place of 32 bytes of a text about which an engine remembers one bit per byte.
struct Block {
  static constexpr int32_t size = 32;

  int32_t first = -size;

  RF_INLINE bool covers(int32_t place) const { return static_cast<uint32_t>(place - first) < uint32_t{size}; }

 protected:
  /// Moves to a block with the byte at `place`, which is before the end of the text, and returns its bytes. Those behind the end are
  /// unspecified.
  template <class Text>
  RF_INLINE __m256i bytes_around(Text const& text, int32_t place) {
    int32_t const last = text.readable() - size;
    if (RF_LIKELY(last >= 0)) {
      first = place < last ? place : last;
      return detail::load_32(text.data() + first);
    }
    first = 0;
    return short_bytes(text.data(), text.readable());
  }

 private:
  /// Returns fewer bytes than a block has, with zeros behind them.
  RF_NOINLINE static __m256i short_bytes(char const* data, int32_t readable) {
    alignas(32) char buffer[size] = {};
    detail::copy_bytes(buffer, data, readable < size ? readable : size - 1);
    return detail::load_32(buffer);
  }
};

/// Returns the first place from `place` on that has a bit, or a place behind the end of the text.
///
/// @param load Moves the block to the byte at a place.
/// @param bits Returns one bit per byte of the block.
template <class BlockOf, class Load, class Bits>
RF_INLINE int32_t find_in_blocks(BlockOf& block, int32_t place, int32_t end, Load load, Bits bits) {
  while (place < end) {
    if (!block.covers(place)) load(place);
    uint32_t const found = bits() >> (place - block.first);
    if (found != 0) return place + std::countr_zero(found);
    place = block.first + Block::size;
  }
  return place;
}

/// The members of a set in a block.
struct SetBlock : Block {
  uint32_t members = 0;
  uint32_t high = 0;  ///< the bytes of characters above ASCII

  /// Loads a block with the byte at `place`, which is before the end of the text.
  ///
  /// @param nibbles Bit h of entry l is that of the character 16 * h + l.
  template <class Text>
  RF_INLINE void load(char const* nibbles, Text const& text, int32_t place) {
    __m256i const bytes = bytes_around(text, place);
    members = bits_of(ByteSet{nibbles}.members(bytes));
    high = bits_of(bytes);
  }
};

}  // namespace rowfuse::regex
#endif
