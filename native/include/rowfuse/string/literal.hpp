/// String constants in generated code.
#pragma once

#include <cstddef>

#include <rowfuse/string/view.hpp>

namespace rowfuse {

namespace detail {

consteval View literal(char const* data, std::size_t size, uint32_t flags) {
  bool ascii = true;
  for (std::size_t i = 0; i < size; ++i) ascii = ascii && static_cast<unsigned char>(data[i]) < 0x80;
  if (ascii) flags = View::ascii;
  return View{data, static_cast<int32_t>(size), flags | View::literal};
}

}  // namespace detail

inline namespace literals {

/// A well-formed UTF-8 literal; embedded NULs belong to it.
consteval View operator""_rf(char const* data, std::size_t size) { return detail::literal(data, size, 0); }

}  // namespace literals

/// A literal of `size` bytes that may hold lone surrogate halves, each as three bytes of WTF-8.
consteval View wtf8(char const* data, std::size_t size) { return detail::literal(data, size, View::surrogates); }

}  // namespace rowfuse
