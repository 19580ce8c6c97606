/// Writing units as WTF-8, the form of strings in the row's scratch memory.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/string/bytes/character.hpp>

namespace rowfuse::detail {

/// Writes WTF-8: surrogates that meet are joined, others take three bytes. A high surrogate at the end is pending. It is written as the
/// four bytes of some character of which only the high half belongs, so that a low surrogate can still join it.
struct Wtf8Sink {
  char* at;
  char* end;  // never passed, even if the bytes that are read change
  uint32_t high = 0;
  bool surrogates = false;
  int64_t size = 0;  // bytes that were written, or would have been

  RF_HD void unit(uint32_t unit) {
    if (high != 0) {
      if (is_low_half(unit)) {
        character(join_halves(high, unit));
        high = 0;
        return;
      }
      lone(high);
      high = 0;
    }
    if (is_high_half(unit)) {
      high = unit;
    } else if (unit < 0x80) {
      byte(unit);
    } else if (unit < 0x800) {
      byte(0xC0 | unit >> 6);
      byte(0x80 | (unit & 0x3F));
    } else if (is_low_half(unit)) {
      lone(unit);
    } else {
      three(unit);
    }
  }

  RF_HD void lone(uint32_t unit) {
    surrogates = true;
    three(unit);
  }
  RF_HD void three(uint32_t unit) {
    byte(0xE0 | unit >> 12);
    byte(0x80 | (unit >> 6 & 0x3F));
    byte(0x80 | (unit & 0x3F));
  }
  RF_HD void character(uint32_t code_point) {
    byte(0xF0 | code_point >> 18);
    byte(0x80 | (code_point >> 12 & 0x3F));
    byte(0x80 | (code_point >> 6 & 0x3F));
    byte(0x80 | (code_point & 0x3F));
  }
  RF_HD void byte(uint32_t value) {
    ++size;
    if (at < end) *at++ = static_cast<char>(value);
  }

  template <class Reader>
  RF_HD void rest_of(Reader reader) {
    for (int32_t next = reader.next(); next >= 0; next = reader.next()) unit(static_cast<uint32_t>(next));
  }
};

}  // namespace rowfuse::detail
