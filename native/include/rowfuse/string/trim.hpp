/// `s.trim()`, `s.trimStart()`, `s.trimEnd()`: ECMA-262 22.1.3.32
#pragma once

#include <cstdint>

#include <rowfuse/string/decode.hpp>
#include <rowfuse/string/rope.hpp>

namespace rowfuse {

namespace detail {

/// WhiteSpace and LineTerminator: ECMA-262 12.2, 12.3.
RF_HD RF_INLINE bool is_white_space(uint32_t code_point) {
  if (code_point < 0x80) return code_point == ' ' || (code_point >= 9 && code_point <= 13);
  if (code_point < 0x1680) return code_point == 0xA0;
  return code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F || code_point == 0x3000 ||
         code_point == 0xFEFF;
}

/// The bytes of white space before `size`, going back over whole characters.
RF_HD RF_INLINE int32_t trimmed_size(char const* data, int32_t size) {
  while (size > 0) {
    int32_t start = size - 1;
    // No white space has more than three bytes.
    while (start > 0 && size - start < 3 && is_continuation(byte_at(data + start))) --start;
    if (character_width(byte_at(data + start), size - start) != size - start ||
        !is_white_space(decode_character(data + start, size - start)))
      break;
    size = start;
  }
  return size;
}

}  // namespace detail

// Half a character is no white space, so a view that begins or ends with one has nothing to trim there.

RF_HD RF_INLINE View View::trim_start() const {
  if ((flags & low_head) != 0) return *this;
  int32_t at = 0;
  while (at < size) {
    uint32_t const lead = detail::byte_at(data + at);
    if (!detail::is_white_space(detail::decode_character(data + at, size - at))) break;
    at += detail::character_width(lead, size - at);
  }
  return {data + at, size - at, flags & (halves | ascii | padded)};
}

RF_HD RF_INLINE View View::trim_end() const {
  if ((flags & high_tail) != 0) return *this;
  return {data, detail::trimmed_size(data, size), flags & (halves | ascii | padded)};
}

RF_HD RF_INLINE View View::trim() const { return trim_start().trim_end(); }

namespace detail {

// A piece that is all white space leaves the next one to be trimmed.

template <int N>
RF_HD void trim_pieces_start(Rope<N>& rope) {
  bool trimming = true;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) {
    if (trimming) rope.pieces[i] = rope.pieces[i].trim_start();
    trimming = trimming && rope.pieces[i].empty();
  }
}

template <int N>
RF_HD void trim_pieces_end(Rope<N>& rope) {
  bool trimming = true;
  RF_UNROLL
  for (int32_t i = N - 1; i >= 0; --i) {
    if (trimming) rope.pieces[i] = rope.pieces[i].trim_end();
    trimming = trimming && rope.pieces[i].empty();
  }
}

}  // namespace detail

template <int N>
RF_HD Rope<N> Rope<N>::trim_start() const {
  Rope rope = *this;
  detail::trim_pieces_start(rope);
  return rope;
}

template <int N>
RF_HD Rope<N> Rope<N>::trim_end() const {
  Rope rope = *this;
  detail::trim_pieces_end(rope);
  return rope;
}

template <int N>
RF_HD Rope<N> Rope<N>::trim() const {
  Rope rope = *this;
  detail::trim_pieces_start(rope);
  detail::trim_pieces_end(rope);
  return rope;
}

}  // namespace rowfuse
