/// String constants in generated code.
#pragma once

#include <cstddef>

#include <rowfuse/string/view.hpp>

namespace rowfuse {

namespace detail {

/// The bytes of a literal as a template argument, which makes them one object for all uses. That begins at a multiple of 16
/// and is filled up to one: a kernel reads it by aligned pieces, and reads nothing that is not there.
template <std::size_t bytes>
struct LiteralText {
  static constexpr std::size_t size = bytes - 1;  // without the NUL that ends every C++ literal
  alignas(16) char text[(bytes + 15) / 16 * 16] = {};

  consteval LiteralText(char const (&quoted)[bytes]) {
    for (std::size_t i = 0; i < bytes; ++i) text[i] = quoted[i];
  }

  consteval bool is_ascii() const {
    bool ascii = true;
    for (char const byte : text) ascii = ascii && static_cast<unsigned char>(byte) < 0x80;
    return ascii;
  }
};

}  // namespace detail

inline namespace literals {

/// A well-formed UTF-8 literal; embedded NULs belong to it.
template <detail::LiteralText literal>
consteval View operator""_rf() {
  return View{literal.text, static_cast<int32_t>(literal.size), (literal.is_ascii() ? View::ascii : 0u) | View::literal};
}

/// A literal that may hold lone surrogate halves, each as three bytes of WTF-8.
template <detail::LiteralText literal>
consteval View operator""_wtf8() {
  return View{literal.text, static_cast<int32_t>(literal.size), View::surrogates | View::literal};
}

}  // namespace literals

}  // namespace rowfuse
