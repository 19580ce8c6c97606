/// Copies in which one byte takes the place of each ASCII member of a set.
#pragma once

#include <cstdint>

#include <rowfuse/regex/set_runs.hpp>
#include <rowfuse/string/bytes/copy.hpp>

namespace rowfuse::detail {

/// Copies `size` bytes of text; writes `substitute` for each member of the set of a pattern.
template <class Pattern>
RF_HD RF_INLINE void copy_without_members(char* at, char const* from, int32_t size, char substitute) {
  regex::CharacterSet<Pattern> const set{Pattern{}};
  auto const byte_of = [&](uint32_t byte) {
    return set.has_byte(byte) ? static_cast<uint32_t>(static_cast<unsigned char>(substitute)) : byte;
  };
#if defined(RF_DEVICE_PASS)
  auto const word_of = [&](uint32_t word) {
    return byte_of(word & 0xFF) | byte_of(word >> 8 & 0xFF) << 8 | byte_of(word >> 16 & 0xFF) << 16 | byte_of(word >> 24) << 24;
  };
  copy_pieces(at, from, size, word_of);
#elif defined(RF_WIDE_BYTES)
  regex::ByteSet const bytes_of_set{set.nibbles()};
  __m256i const substitutes = _mm256_set1_epi8(substitute);
  auto const mapped = [&](char const* bytes) {
    __m256i const read = load_32(bytes);
    return _mm256_blendv_epi8(read, substitutes, bytes_of_set.members(read));
  };
  if (size < regex::SetBlock::size) {
    alignas(32) char buffer[regex::SetBlock::size] = {};
    copy_bytes(buffer, from, size);
    store_32(buffer, mapped(buffer));
    copy_bytes(at, buffer, size);
    return;
  }
  for (int32_t i = 0; i + regex::SetBlock::size <= size; i += regex::SetBlock::size) store_32(at + i, mapped(from + i));
  // The last bytes cover the rest. Some of them are mapped twice, each time from the source.
  store_32(at + size - regex::SetBlock::size, mapped(from + size - regex::SetBlock::size));
#else
  for (int32_t i = 0; i < size; ++i) at[i] = static_cast<char>(byte_of(byte_at(from + i)));
#endif
}

}  // namespace rowfuse::detail
