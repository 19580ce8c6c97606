#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace rowfuse::cpu {

namespace detail {

/// True if one of `size` bytes has its high bit set. A reduction without an early exit, which every compiler vectorizes.
template <int size>
bool has_high_bit(char const* data) {
  unsigned char high = 0;
  for (int i = 0; i < size; ++i) high |= static_cast<unsigned char>(data[i]);
  return high >= 0x80;
}

}  // namespace detail

/// True if no byte has its high bit set.
inline bool is_ascii(char const* data, std::int64_t size) {
  constexpr int block = 128;
  std::int64_t i = 0;
  for (; i + block <= size; i += block) {
    if (detail::has_high_bit<block>(data + i)) return false;
  }
  unsigned char high = 0;
  for (; i < size; ++i) high |= static_cast<unsigned char>(data[i]);
  return high < 0x80;
}

/// Returns the first byte of [begin, end) whose high bit is set, or `end`.
inline char const* find_not_ascii(char const* begin, char const* end) {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t high = 0x8080808080808080u;
  constexpr int block = 64;
  while (end - begin >= block && !detail::has_high_bit<block>(begin)) begin += block;
  for (; end - begin >= 8; begin += 8) {
    std::uint64_t word;
    std::memcpy(&word, begin, sizeof word);
    if ((word & high) != 0) return begin + std::countr_zero(word & high) / 8;
  }
  while (begin < end && static_cast<unsigned char>(*begin) < 0x80) ++begin;
  return begin;
}

}  // namespace rowfuse::cpu
