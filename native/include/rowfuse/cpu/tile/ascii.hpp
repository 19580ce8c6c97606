#pragma once

#include <cstdint>

namespace rowfuse::cpu {

/// True if no byte has its high bit set. A reduction without an early exit: every compiler vectorizes it, and the bytes are needed in the
/// cache anyway.
inline bool is_ascii(char const* data, std::int64_t size) {
  unsigned char high = 0;
  for (std::int64_t i = 0; i < size; ++i) high |= static_cast<unsigned char>(data[i]);
  return high < 0x80;
}

}  // namespace rowfuse::cpu
