/// String constants in generated code.
#pragma once

#include <cstddef>

#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace detail {

/// The bytes of a literal as a template argument, so that all uses share one object. It begins at a multiple of 16 and is padded to one, so
/// a kernel can read it in aligned words and pieces. (A literal placed by the compiler has neither property, and nothing may follow the
/// last one of a module.)
template <std::size_t bytes>
struct LiteralText {
  static constexpr std::size_t size = bytes - 1;  // without the NUL that ends every C++ literal
  alignas(16) char text[(bytes + 15) / 16 * 16] = {};

  // Takes an array of any size: nvcc 13.0 passes `LiteralText<3>{{'a', 'b', '\0', ...}}` with all existing bytes to the host compiler.
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

// These are not user-defined literals, because nvcc 13.0 passes those with a template argument to the host compiler without their escapes.

/// `literal<"text">()`: well-formed UTF-8, which may contain NULs.
template <detail::LiteralText value>
consteval View literal() {
  return View{value.text, static_cast<int32_t>(value.size), (value.is_ascii() ? View::ascii : 0u) | View::literal};
}

/// `wtf8_literal<"text">()`: may hold lone surrogates, each as three bytes of WTF-8.
template <detail::LiteralText value>
consteval View wtf8_literal() {
  return View{value.text, static_cast<int32_t>(value.size), View::surrogates | View::literal};
}

}  // namespace rowfuse
