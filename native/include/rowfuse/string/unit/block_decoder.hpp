/// Decoding 32 bytes of UTF-8 or WTF-8 into UTF-16 units at once, without a branch per character. Host only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>

#if !defined(RF_DEVICE_PASS) && defined(__SSE2__) && (defined(__GNUC__) || defined(__clang__)) && !defined(ROWFUSE_QUICK)
#define RF_DECODES_BY_SHUFFLES
#include <tmmintrin.h>
#if defined(__SSSE3__) && defined(__POPCNT__)
#define RF_SHUFFLES
#else
/// Compiles a function for processors with SSSE3 and POPCNT, which `has_shuffles` finds.
#define RF_SHUFFLES __attribute__((target("ssse3,popcnt")))
#endif
#endif

namespace rowfuse::detail {

#if !defined(RF_DEVICE_PASS)

/// 32 neighbouring bytes of a text. Units of a character belong to the block in which its bytes lie: the high half of a pair to that of
/// its first byte, the low half to that of its second.
class BlockDecoder {
 public:
  static constexpr int32_t bytes = 32;
  /// Units that a call may write after those of the block.
  static constexpr int32_t overshoot = bytes;
  /// Returns the bytes from a block's first that are read: those of a character at its end, and up to a whole vector.
  static constexpr int32_t reach(int32_t size) { return size > 16 ? most_reach : 16 + 3; }
  static constexpr int32_t most_reach = bytes + 3;

  /// Takes the block at `data`, of which `reach(size)` bytes can be read, but only `size` (1 or more) belong to the text.
  ///
  /// @param continues True if the byte before `data` is the first of a pair.
  RF_INLINE BlockDecoder(char const* data, int32_t size, bool continues) : data_{data}, continues_{continues}, is_whole_{size > 16} {
    uint32_t const valid = size >= bytes ? ~uint32_t{0} : (uint32_t{1} << size) - 1;
    uint32_t leads = 0;
#if defined(RF_DECODES_BY_SHUFFLES)
    auto const a = _mm_loadu_si128(reinterpret_cast<__m128i const*>(data));
    auto const b = is_whole_ ? _mm_loadu_si128(reinterpret_cast<__m128i const*>(data + 16)) : _mm_setzero_si128();
    others_ = valid & mask_of(a, b);
    // Signed, a continuation is below -64.
    leads = mask_of(_mm_cmpgt_epi8(a, _mm_set1_epi8(-65)), _mm_cmpgt_epi8(b, _mm_set1_epi8(-65)));
    auto const lead4 = _mm_set1_epi8(-16);
    pairs_ = valid & mask_of(_mm_cmpeq_epi8(_mm_max_epu8(a, lead4), a), _mm_cmpeq_epi8(_mm_max_epu8(b, lead4), b));
#else
    for (int32_t i = 0; i < (is_whole_ ? bytes : 16); ++i) {
      uint32_t const byte = byte_at(data + i);
      others_ |= static_cast<uint32_t>(byte >= 0x80) << i;
      leads |= static_cast<uint32_t>(!is_continuation(byte)) << i;
      pairs_ |= static_cast<uint32_t>(is_lead4(byte)) << i;
    }
    others_ &= valid;
    pairs_ &= valid;
#endif
    starts_ = valid & (leads | pairs_ << 1 | static_cast<uint32_t>(continues));
  }

  /// Returns one bit per byte: those at which a unit starts. The low half of a pair starts at the pair's second byte.
  RF_INLINE uint32_t starts() const { return starts_; }

  /// Writes the units of the block, and up to `overshoot` more: fewer than 8 more if all bytes of the block belong to the text. Returns the
  /// end of the block's units.
  RF_INLINE uint16_t* decode(uint16_t* to) const {
#if defined(RF_DECODES_BY_SHUFFLES)
    if (has_shuffles()) return decode_by_shuffles(to);
#endif
    return decode_by_bytes(to);
  }

 private:
#if defined(RF_DECODES_BY_SHUFFLES)
  static RF_INLINE uint32_t mask_of(__m128i a, __m128i b) {
    return static_cast<uint32_t>(_mm_movemask_epi8(a)) | static_cast<uint32_t>(_mm_movemask_epi8(b)) << 16;
  }

#if defined(__SSSE3__) && defined(__POPCNT__)
  static constexpr bool has_shuffles() { return true; }
#else
  static RF_INLINE bool has_shuffles() { return __builtin_cpu_supports("ssse3") != 0 && __builtin_cpu_supports("popcnt") != 0; }
#endif

  struct alignas(16) Shuffle {
    uint8_t bytes[16];
  };
  /// By the mask of eight units: the shuffle that moves them together.
  static constexpr std::array<Shuffle, 256> shuffles = [] {
    std::array<Shuffle, 256> all{};
    for (uint32_t mask = 0; mask < 256; ++mask) {
      uint32_t to = 0;
      for (uint32_t from = 0; from < 8; ++from) {
        if ((mask >> from & 1) == 0) continue;
        all[mask].bytes[to++] = static_cast<uint8_t>(2 * from);
        all[mask].bytes[to++] = static_cast<uint8_t>(2 * from + 1);
      }
    }
    return all;
  }();

  RF_SHUFFLES static RF_INLINE uint16_t* store_some(__m128i units, uint32_t mask, uint16_t* to) {
    auto const shuffle = _mm_load_si128(reinterpret_cast<__m128i const*>(shuffles[mask].bytes));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_shuffle_epi8(units, shuffle));
    return to + __builtin_popcount(mask);
  }

  /// Computes for each of 16 bytes the unit of a character of up to three bytes that starts there, and stores those of `starts`.
  RF_SHUFFLES static RF_INLINE uint16_t* store_units(char const* data, uint32_t starts, uint16_t* to) {
    auto const at = [&](int32_t i) { return _mm_loadu_si128(reinterpret_cast<__m128i const*>(data + i)); };
    auto const all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
    auto const first = at(0);
    auto const second = at(1);
    auto const is_three = _mm_cmpeq_epi8(_mm_max_epu8(first, all(0xE0)), first);
    auto const is_one = _mm_cmpgt_epi8(first, all(-1));
    auto const chosen = [](__m128i test, __m128i a, __m128i b) { return _mm_or_si128(_mm_and_si128(test, a), _mm_andnot_si128(test, b)); };
    // The last two bytes of the character, as two bytes of a unit: ....xxxx xxyyyyyy.
    auto const x = chosen(is_three, second, first);
    auto const y = chosen(is_three, at(2), second);
    auto const low = _mm_or_si128(_mm_slli_epi16(_mm_and_si128(x, all(0x03)), 6), _mm_and_si128(y, all(0x3F)));
    auto const lead = _mm_and_si128(is_three, _mm_slli_epi16(_mm_and_si128(first, all(0x0F)), 4));
    auto const high = _mm_or_si128(_mm_srli_epi16(_mm_and_si128(x, all(0x3C)), 2), lead);
    auto const low_bytes = chosen(is_one, first, low);
    auto const high_bytes = _mm_andnot_si128(is_one, high);
    to = store_some(_mm_unpacklo_epi8(low_bytes, high_bytes), starts & 0xFF, to);
    return store_some(_mm_unpackhi_epi8(low_bytes, high_bytes), starts >> 8, to);
  }

  RF_SHUFFLES RF_NOINLINE static uint16_t* decode_others(char const* data, uint32_t starts, uint16_t* to) {
    to = store_units(data, starts & 0xFFFF, to);
    return starts >> 16 != 0 ? store_units(data + 16, starts >> 16, to) : to;
  }

  RF_INLINE uint16_t* decode_by_shuffles(uint16_t* to) const {
    if (others_ == 0) {
      auto const zero = _mm_setzero_si128();
      for (int32_t i = 0; i < (is_whole_ ? bytes : 16); i += 16) {
        auto const some = _mm_loadu_si128(reinterpret_cast<__m128i const*>(data_ + i));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), _mm_unpacklo_epi8(some, zero));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i + 8), _mm_unpackhi_epi8(some, zero));
      }
      return to + std::bit_width(starts_);
    }
    uint16_t* const end = decode_others(data_, starts_, to);
    if (pairs_ != 0 || continues_) decode_pairs(to);
    return end;
  }

  /// Writes the halves of pairs, which are rare, in their places.
  RF_SHUFFLES RF_NOINLINE void decode_pairs(uint16_t* to) const {
    if (continues_) to[0] = static_cast<uint16_t>(low_half(decode_character(data_ - 1, 4)));
    for (uint32_t rest = pairs_; rest != 0; rest &= rest - 1) {
      int32_t const byte = std::countr_zero(rest);
      uint32_t const code_point = decode_character(data_ + byte, 4);
      auto const unit = __builtin_popcount(starts_ & ((uint32_t{1} << byte) - 1));
      to[unit] = static_cast<uint16_t>(high_half(code_point));
      if (byte + 1 < bytes) to[unit + 1] = static_cast<uint16_t>(low_half(code_point));
    }
  }
#endif

  RF_NOINLINE uint16_t* decode_by_bytes(uint16_t* to) const {
    for (uint32_t rest = starts_; rest != 0; rest &= rest - 1) {
      int32_t const byte = std::countr_zero(rest);
      bool const is_low = byte > 0 ? (pairs_ >> (byte - 1) & 1) != 0 : continues_;
      uint32_t const code_point = decode_character(data_ + byte - (is_low ? 1 : 0), 4);
      bool const is_high = (pairs_ >> byte & 1) != 0;
      *to++ = static_cast<uint16_t>(is_low ? low_half(code_point) : is_high ? high_half(code_point) : code_point);
    }
    return to;
  }

  char const* data_;
  bool continues_;
  bool is_whole_;
  uint32_t starts_ = 0;
  uint32_t others_ = 0;  // the bytes that are not ASCII
  uint32_t pairs_ = 0;   // the first bytes of characters of four bytes
};

#endif

}  // namespace rowfuse::detail
