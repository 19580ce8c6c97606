/// String constants in generated code.
#pragma once

#include <cstddef>

#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace detail {

/// The bytes of a literal as a template argument, which makes them one object for all uses. That begins at a multiple of 16
/// and is filled up to one: a kernel reads it by aligned words and pieces, and nothing else. (A literal as the compiler places
/// it has neither, and the last one of a module has nothing behind it.)
template <std::size_t bytes>
struct LiteralText {
  static constexpr std::size_t size = bytes - 1;  // without the NUL that ends every C++ literal
  alignas(16) char text[(bytes + 15) / 16 * 16] = {};

  // Of any size: nvcc 13.0 hands the host's compiler `LiteralText<3>{{'a', 'b', '\0', ...}}` with all bytes that there are.
  template <std::size_t given>
  consteval LiteralText(char const (&quoted)[given]) {
    for (std::size_t i = 0; i < given; ++i) text[i] = quoted[i];
  }

  consteval bool is_ascii() const {
    bool ascii = true;
    for (char const byte : text) ascii = ascii && static_cast<unsigned char>(byte) < 0x80;
    return ascii;
  }
};
template <std::size_t bytes>
LiteralText(char const (&)[bytes]) -> LiteralText<bytes>;

}  // namespace detail

// Not user-defined literals: nvcc 13.0 hands those with a template argument to the host's compiler without their escapes.

/// `literal<"text">()`: well-formed UTF-8; embedded NULs belong to it.
template <detail::LiteralText value>
consteval View literal() {
  return View{value.text, static_cast<int32_t>(value.size), (value.is_ascii() ? View::ascii : 0u) | View::literal};
}

/// The same of what may hold lone surrogate halves, each as three bytes of WTF-8.
template <detail::LiteralText value>
consteval View wtf8_literal() {
  return View{value.text, static_cast<int32_t>(value.size), View::surrogates | View::literal};
}

}  // namespace rowfuse
