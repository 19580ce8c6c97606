#pragma once

#include <cstdint>
#include <cstring>

namespace rowfuse::cpu {

/// True when no byte has its high bit set. Four independent words a step keep two load ports busy and let the compiler
/// use whatever vectors the target has.
inline bool is_ascii(char const* data, std::int64_t size) {
  std::uint64_t high[4] = {};
  std::int64_t i = 0;
  for (; i + 32 <= size; i += 32) {
    std::uint64_t words[4];
    std::memcpy(words, data + i, 32);
    for (int k = 0; k < 4; ++k) high[k] |= words[k];
  }
  for (; i < size; ++i) high[0] |= static_cast<unsigned char>(data[i]);
  return ((high[0] | high[1] | high[2] | high[3]) & 0x8080808080808080u) == 0;
}

}  // namespace rowfuse::cpu
