#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/ascii.hpp>

namespace rowfuse::cpu {

/// True if no byte has its high bit set.
inline bool is_ascii(char const* data, std::int64_t size) {
  constexpr int block = 128;
  std::int64_t i = 0;
  for (; i + block <= size; i += block) {
    if (rowfuse::detail::has_high_bit<block>(data + i)) return false;
  }
  unsigned char high = 0;
  for (; i < size; ++i) high |= static_cast<unsigned char>(data[i]);
  return high < 0x80;
}

}  // namespace rowfuse::cpu
