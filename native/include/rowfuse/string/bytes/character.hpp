/// Decoding one character of UTF-8 or WTF-8.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

/// Returns the bytes of a character by its lead byte, at most `available`.
RF_HD RF_INLINE int32_t character_width(uint32_t lead, int32_t available) {
  int32_t const width = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return width < available ? width : available;
}

/// Returns the code point at `data`, of which `available` (1 or more) bytes may be read; missing bytes count as 0.
RF_HD inline uint32_t decode_character(char const* data, int32_t available) {
  uint32_t const lead = byte_at(data);
  uint32_t const b1 = available > 1 ? byte_at(data + 1) & 0x3F : 0;
  uint32_t const b2 = available > 2 ? byte_at(data + 2) & 0x3F : 0;
  uint32_t const b3 = available > 3 ? byte_at(data + 3) & 0x3F : 0;
  if (lead < 0xC0) return lead;
  if (lead < 0xE0) return (lead & 0x1F) << 6 | b1;
  if (lead < 0xF0) return (lead & 0x0F) << 12 | b1 << 6 | b2;
  return (lead & 0x07) << 18 | b1 << 12 | b2 << 6 | b3;
}

RF_HD constexpr uint32_t high_half(uint32_t code_point) { return 0xD800u | (((code_point - 0x10000u) >> 10) & 0x3FFu); }
RF_HD constexpr uint32_t low_half(uint32_t code_point) { return 0xDC00u | (code_point & 0x3FFu); }
RF_HD constexpr bool is_high_half(uint32_t unit) { return (unit & 0xFC00u) == 0xD800u; }
RF_HD constexpr bool is_low_half(uint32_t unit) { return (unit & 0xFC00u) == 0xDC00u; }
RF_HD constexpr uint32_t join_halves(uint32_t high, uint32_t low) { return 0x10000u + ((high & 0x3FFu) << 10) + (low & 0x3FFu); }

}  // namespace rowfuse::detail
