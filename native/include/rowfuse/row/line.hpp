#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

/// The line end of a column of lines.
///   last                  the last byte of a line end
///   is_byte               true if every `last` is a whole line end, so that a search for it finds all of them
///   without(text, size)   returns the bytes of a line without its end. The last line of a text may have none
///   before(text, size)    returns the bytes of a line whose `last` is at text[size]
template <class Type>
struct LineEnd;

/// Lines end with "\n" or "\r\n".
template <>
struct LineEnd<Line> {
  static constexpr char last = '\n';
  static constexpr bool is_byte = true;

  RF_HD static std::int32_t without(char const* text, std::int32_t size) {
    if (size == 0 || text[size - 1] != '\n') return size;
    return before(text, size - 1);
  }
  RF_HD static std::int32_t before(char const* text, std::int32_t size) {
    return size - static_cast<std::int32_t>(size > 0 && text[size - 1] == '\r');
  }
};

template <char... bytes>
struct LineEnd<SeparatedBy<bytes...>> {
  static constexpr char last = (bytes, ...);
  static constexpr bool is_byte = sizeof...(bytes) == 1;

  RF_HD static std::int32_t without(char const* text, std::int32_t size) {
    constexpr std::int32_t length = sizeof...(bytes);
    constexpr char separator[] = {bytes...};
    std::int32_t const end = size - length;
    if (end < 0) return size;
    for (std::int32_t i = 0; i < length; ++i) {
      if (text[end + i] != separator[i]) return size;
    }
    return end;
  }
  RF_HD static std::int32_t before(char const*, std::int32_t size)
    requires is_byte
  {
    return size;
  }
};

}  // namespace rowfuse
