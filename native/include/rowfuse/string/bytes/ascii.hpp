/// The ASCII bytes at the start of a text.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

RF_HD RF_INLINE bool is_ascii_word(uint64_t word) { return (word & every_high_bit) == 0; }
RF_HD RF_INLINE bool is_ascii_word(uint32_t word) { return (word & 0x80808080u) == 0; }

/// True if one of `size` bytes has its high bit set. A reduction without an early exit, which every compiler vectorizes.
template <int size>
RF_INLINE bool has_high_bit(char const* data) {
  unsigned char high = 0;
  for (int i = 0; i < size; ++i) high |= static_cast<unsigned char>(data[i]);
  return high >= 0x80;
}

/// Returns the number of ASCII bytes at the start of [data, data + size).
// Words of 8 bytes after whole blocks: a mask of 16 or 32 bytes took 4.5 ns for 3 or 12 bytes, where a word takes 3, and no less for more.
RF_HD RF_INLINE int32_t ascii_prefix(char const* data, int32_t size) {
  int32_t i = 0;
#if !defined(RF_DEVICE_PASS)
  constexpr int32_t block = 64;
  while (size - i >= block && !has_high_bit<block>(data + i)) i += block;
  for (; size - i >= 8; i += 8) {
    auto const word = load<uint64_t>(data + i);
    if (is_ascii_word(word)) continue;
#if defined(RF_LITTLE_ENDIAN)
    return i + std::countr_zero(word & every_high_bit) / 8;
#else
    break;
#endif
  }
  // The last word of the text covers the rest, and some bytes that were already tested.
  if (size >= 8 && size - i < 8 && is_ascii_word(load<uint64_t>(data + size - 8))) return size;
#endif
  while (i < size && byte_at(data + i) < 0x80) ++i;
  return i;
}

}  // namespace rowfuse::detail
