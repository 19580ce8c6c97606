#pragma once

#include <cstdint>

#include <rowfuse/macros.hpp>

namespace rowfuse {

/// The bytes of a line without what ends it: "\n" or "\r\n". The last line of a text may have neither.
RF_HD inline std::int32_t without_line_end(char const* text, std::int32_t size) {
  if (size == 0 || text[size - 1] != '\n') return size;
  return size > 1 && text[size - 2] == '\r' ? size - 2 : size - 1;
}

}  // namespace rowfuse
