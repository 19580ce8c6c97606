#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/vectors.hpp>
#include <rowfuse/string/bytes/find.hpp>
#include <rowfuse/string/bytes/load.hpp>

#if defined(RF_HAS_AVX2)
#include <immintrin.h>
#endif

namespace rowfuse::cpu {

/// Returns which of 64 bytes are `byte`, one bit per byte.
template <char byte>
std::uint64_t places_of(char const* data) {
#if defined(__SSE2__)
  // Four independent words; in a sequential search each would wait for the one before.
  auto const of_word = [data](std::size_t word) {
    return static_cast<std::uint64_t>(rowfuse::detail::equal_bytes_of_word(data + 16 * word, byte).bits) << (16 * word);
  };
  return of_word(0) | of_word(1) | of_word(2) | of_word(3);
#else
  std::uint64_t bits = 0;
  for (int word = 0; word < 8; ++word) {
    std::uint64_t const other =
        rowfuse::detail::load<std::uint64_t>(data + 8 * word) ^ rowfuse::detail::every_byte * static_cast<unsigned char>(byte);
    // Exactly 0x80 for each byte that is 0: there is no carry between bytes.
    std::uint64_t const low_bits = 0x7F7F'7F7F'7F7F'7F7Fu;
    std::uint64_t const zeros = ~(((other & low_bits) + low_bits) | other | low_bits);
    bits |= ((zeros >> 7) * 0x0102'0408'1020'4080u >> 56) << (8 * word);
  }
  return bits;
#endif
}

namespace detail {

/// Masks of 64 bytes with instructions that every processor has.
struct PlainMasks {
  template <char byte>
  static std::uint64_t places(char const* data) {
    return places_of<byte>(data);
  }
  /// Counts bits without the instruction, which not every x86-64 has.
  static std::int32_t set_bits(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555'5555'5555'5555u;
    bits = (bits & 0x3333'3333'3333'3333u) + (bits >> 2 & 0x3333'3333'3333'3333u);
    return static_cast<std::int32_t>(((bits + (bits >> 4)) & 0x0F0F'0F0F'0F0F'0F0Fu) * rowfuse::detail::every_byte >> 56);
  }
  /// Returns the lowest set bit; undefined if there is none.
  static std::int64_t lowest(std::uint64_t bits) {
    return std::countr_zero(bits | std::uint64_t{1} << 63);  // never 0, which some processors would test for
  }
};

#if defined(RF_HAS_AVX2)
struct Avx2Masks {
  template <char byte>
  RF_AVX2 static std::uint64_t places(char const* data) {
    return std::uint64_t{half<byte>(data + 32)} << 32 | half<byte>(data);
  }
  RF_AVX2 static std::int32_t set_bits(std::uint64_t bits) { return static_cast<std::int32_t>(_mm_popcnt_u64(bits)); }
  RF_AVX2 static std::int64_t lowest(std::uint64_t bits) { return static_cast<std::int64_t>(_tzcnt_u64(bits)); }

 private:
  template <char byte>
  RF_AVX2 static std::uint32_t half(char const* data) {
    __m256i const bytes = _mm256_loadu_si256(reinterpret_cast<__m256i const*>(data));
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte))));
  }
};
#endif

}  // namespace detail

/// The places of a byte in a block, a few at a time. A loop over the bits of each 64 bytes would mispredict their number, so eight places
/// are written whatever the number is.
template <char byte>
class LineEnds {
 public:
  /// Searches the bytes [0, size); 64 more must be readable. If `end` is larger, a virtual end is added there.
  LineEnds(char const* data, std::int64_t size, std::int64_t end) : data_{data}, size_{size}, end_{end} {}

  /// Returns the number of the next places: 0 if there are no more.
  std::int32_t next() {
#if defined(RF_HAS_AVX2)
    if (has_avx2()) return next_by_avx2();
#endif
    return next_by<detail::PlainMasks>();
  }

  std::int64_t operator[](std::int32_t i) const { return places_[i]; }

 private:
  static constexpr std::int32_t most = 256;

  template <class Masks>
  std::int32_t next_by() {
    std::int32_t count = 0;
    while (count <= most && at_ < end_) {
      std::uint64_t places = Masks::template places<byte>(data_ + at_);
      if (end_ - at_ <= 64) {
        if (end_ > size_) places |= std::uint64_t{1} << (size_ - at_);
        places &= ~std::uint64_t{0} >> (64 - (end_ - at_));
      }
      std::int32_t const found = Masks::set_bits(places);
      std::int64_t const at = at_;
      std::int64_t* to = places_ + count;
      for (std::int32_t i = 0; i < found; i += 8) {
        for (int j = 0; j < 8; ++j) {
          to[i + j] = at + Masks::lowest(places);
          places &= places - 1;
        }
      }
      count += found;
      at_ += 64;
    }
    return count;
  }

#if defined(RF_HAS_AVX2)
  // 15 instructions per line of 13 bytes instead of 25.
  RF_AVX2 RF_FLATTEN RF_NOINLINE std::int32_t next_by_avx2() { return next_by<detail::Avx2Masks>(); }
#endif

  char const* data_;
  std::int64_t size_;
  std::int64_t end_;
  std::int64_t at_ = 0;
  std::int64_t places_[most + 64 + 8];
};

}  // namespace rowfuse::cpu
