#pragma once

#include <cstdint>

#include <rowfuse/macros.hpp>

namespace rowfuse::arrow {

/// True when the bytes are well-formed UTF-8: RFC 3629, table 3-7 of the Unicode Standard, which is what
/// `new TextDecoder('utf-8', { fatal: true })` accepts: no overlong forms, no surrogates, nothing past U+10FFFF.
RF_HD inline bool is_valid_utf8(char const* data, std::int64_t size) {
  auto const* p = reinterpret_cast<unsigned char const*>(data);
  auto const* const end = p + size;
  while (p < end) {
    unsigned const lead = *p;
    if (lead < 0x80) {
      ++p;
      continue;
    }
    // The lead byte alone decides the length and the range of the second byte.
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

}  // namespace rowfuse::arrow
