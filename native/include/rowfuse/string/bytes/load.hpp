/// Words from unaligned byte sequences.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

RF_HD RF_INLINE uint32_t byte_at(char const* data) { return static_cast<unsigned char>(*data); }

RF_HD constexpr bool is_continuation(uint32_t byte) { return (byte & 0xC0u) == 0x80u; }
/// True for the lead byte of a four-byte character, which is two UTF-16 units.
RF_HD constexpr bool is_lead4(uint32_t byte) { return byte >= 0xF0u; }

inline constexpr uint64_t every_byte = 0x0101010101010101u;
inline constexpr uint64_t every_high_bit = 0x8080808080808080u;

// Host only: device loads must be aligned.
template <class Word>
RF_INLINE Word load(char const* data) {
  Word word;
  std::memcpy(&word, data, sizeof word);
  return word;
}

#if defined(RF_LITTLE_ENDIAN)
/// Host only: loads `size` (1 to 7) bytes as the low end of a word; the rest is 0. Overlapping loads replace a loop.
RF_INLINE uint64_t load_short(char const* data, int32_t size) {
  if (size >= 4) return load<uint32_t>(data) | static_cast<uint64_t>(load<uint32_t>(data + size - 4)) << (8 * (size - 4));
  return byte_at(data) | byte_at(data + size / 2) << (8 * (size / 2)) | byte_at(data + size - 1) << (8 * (size - 1));
}
#endif

/// Host only: 16 bytes, which every host copies in one or two registers.
struct Word16 {
  uint64_t low;
  uint64_t high;
};

template <class Word>
RF_INLINE void store(char* data, Word word) {
  std::memcpy(data, &word, sizeof word);
}

}  // namespace rowfuse::detail
