#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::arrow {

/// True if the bytes are well-formed UTF-8: RFC 3629, table 3-7 of the Unicode Standard. There are no overlong forms, no surrogates, and
/// nothing past U+10FFFF. `new TextDecoder('utf-8', { fatal: true })` accepts the same.
RF_HD inline bool is_valid_utf8(char const* data, std::int64_t size) {
  auto const* p = reinterpret_cast<unsigned char const*>(data);
  auto const* const end = p + size;
  while (p < end) {
#if !defined(RF_DEVICE_PASS) && defined(RF_LITTLE_ENDIAN)
    // Skips ASCII bytes, sixteen at a time.
    if (end - p >= 16) {
      std::uint64_t words[2];
      std::memcpy(words, p, sizeof words);
      constexpr std::uint64_t high = 0x8080'8080'8080'8080u;
      if (((words[0] | words[1]) & high) == 0) {
        p += 16;
        continue;
      }
      p += (words[0] & high) != 0 ? std::countr_zero(words[0] & high) >> 3 : 8 + (std::countr_zero(words[1] & high) >> 3);
    }
#endif
    unsigned const lead = *p;
    if (lead < 0x80) {
      ++p;
      continue;
    }
    // The lead byte decides the length, and the range of the second byte.
    int trailing = 0;
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      trailing = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      trailing = 2;
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      trailing = 3;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    if (end - p <= trailing) return false;
    if (p[1] < low || p[1] > high) return false;
    for (int i = 2; i <= trailing; ++i) {
      if ((p[i] & 0xC0) != 0x80) return false;
    }
    p += trailing + 1;
  }
  return true;
}

/// Returns the bytes of the well-formed character with which four bytes begin (the first is the lowest), or 0. Only `left` of them, 1 or
/// more, belong to the text; the others are 0.
RF_HD constexpr std::int32_t character_size(std::uint32_t four, std::int32_t left) {
  std::uint32_t const lead = four & 0xFFu;
  if (lead < 0x80) return 1;
  std::int32_t const size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  // The character as a number whose highest byte is the lead, so that ranges of characters are ranges of numbers.
  std::uint32_t const swapped = four << 24 | (four << 8 & 0xFF0000u) | (four >> 8 & 0xFF00u) | four >> 24;
  std::uint32_t const number = swapped >> (32 - 8 * size);
  std::uint32_t const mask = size == 4 ? 0xF8C0C0C0u : size == 3 ? 0xF0C0C0u : 0xE0C0u;
  std::uint32_t const pattern = size == 4 ? 0xF0808080u : size == 3 ? 0xE08080u : 0xC080u;
  std::uint32_t const lowest = size == 4 ? 0xF0908080u : size == 3 ? 0xE0A080u : 0xC280u;  // smaller numbers are overlong forms
  bool const is_surrogate = number >> 13 == 0xEDA080u >> 13;
  bool const valid = (number & mask) == pattern && number >= lowest && number <= 0xF48FBFBFu && !is_surrogate && size <= left;
  return valid ? size : 0;
}

}  // namespace rowfuse::arrow
