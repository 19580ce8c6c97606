/// `s.trim()`, `s.trimStart()`, `s.trimEnd()`: ECMA-262 22.1.3.32
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/unit/index.hpp>

namespace rowfuse {

namespace detail {

/// WhiteSpace and LineTerminator: ECMA-262 12.2, 12.3.
RF_HD RF_INLINE bool is_white_space(uint32_t code_point) {
  if (code_point < 0x80) return code_point == ' ' || (code_point >= 9 && code_point <= 13);
  if (code_point < 0x1680) return code_point == 0xA0;
  return code_point == 0x1680 || (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 || code_point == 0x2029 ||
         code_point == 0x202F || code_point == 0x205F || code_point == 0x3000 || code_point == 0xFEFF;
}

/// Returns the size of a text without white space at its end. Steps back by whole characters.
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

// Half a character is not white space, so a string that begins or ends with one has nothing to trim there.

RF_HD RF_INLINE View trim_start(View const& view) {
  if ((view.flags & View::low_head) != 0) return view;
  int32_t at = 0;
  while (at < view.size) {
    uint32_t const lead = byte_at(view.data + at);
    if (!is_white_space(decode_character(view.data + at, view.size - at))) break;
    at += character_width(lead, view.size - at);
  }
  return {view.data + at, view.size - at, view.flags & (View::halves | View::ascii | View::padded)};
}

RF_HD RF_INLINE View trim_end(View const& view) {
  if ((view.flags & View::high_tail) != 0) return view;
  return {view.data, trimmed_size(view.data, view.size), view.flags & (View::halves | View::ascii | View::padded)};
}

RF_HD RF_INLINE View trim(View const& view) { return trim_end(trim_start(view)); }

// If a piece is all white space, the next one is trimmed as well.

template <int N>
RF_HD void trim_pieces_start(Rope<N>& rope) {
  bool trimming = true;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) {
    if (trimming) rope.pieces[i] = trim_start(rope.pieces[i]);
    trimming = trimming && rope.pieces[i].empty();
  }
}

template <int N>
RF_HD void trim_pieces_end(Rope<N>& rope) {
  bool trimming = true;
  RF_UNROLL
  for (int32_t i = N - 1; i >= 0; --i) {
    if (trimming) rope.pieces[i] = trim_end(rope.pieces[i]);
    trimming = trimming && rope.pieces[i].empty();
  }
}

template <int N>
RF_HD Rope<N> trim_start(Rope<N> const& string) {
  Rope<N> rope = string;
  trim_pieces_start(rope);
  return rope;
}

template <int N>
RF_HD Rope<N> trim_end(Rope<N> const& string) {
  Rope<N> rope = string;
  trim_pieces_end(rope);
  return rope;
}

template <int N>
RF_HD Rope<N> trim(Rope<N> const& string) {
  Rope<N> rope = string;
  trim_pieces_start(rope);
  trim_pieces_end(rope);
  return rope;
}

/// Returns the number of white-space units at the start.
template <LazyString S>
RF_HD int32_t white_space_before(S const& string) {
  auto units = string.reader();
  for (int32_t index = 0;; ++index) {
    int32_t const unit = units.next();
    if (unit < 0 || !is_white_space(static_cast<uint32_t>(unit))) return index;
  }
}

/// Returns the index after the last unit, at `from` or later, that is not white space.
template <LazyString S>
RF_HD int32_t end_of_text(S const& string, int32_t from) {
  auto units = string.reader();
  units.skip(from);
  int32_t end = from;
  for (int32_t index = from + 1;; ++index) {
    int32_t const unit = units.next();
    if (unit < 0) return end;
    if (!is_white_space(static_cast<uint32_t>(unit))) end = index;
  }
}

template <LazyString S>
RF_HD auto trim_start(S const& string) {
  return string.part(white_space_before(string), beyond);
}

template <LazyString S>
RF_HD auto trim_end(S const& string) {
  return string.part(0, end_of_text(string, 0));
}

template <LazyString S>
RF_HD auto trim(S const& string) {
  int32_t const start = white_space_before(string);
  return string.part(start, end_of_text(string, start));
}

}  // namespace detail

template <class Self>
RF_HD RF_INLINE auto StringMethods<Self>::trim() const {
  return detail::trim(self());
}
template <class Self>
RF_HD RF_INLINE auto StringMethods<Self>::trim_start() const {
  return detail::trim_start(self());
}
template <class Self>
RF_HD RF_INLINE auto StringMethods<Self>::trim_end() const {
  return detail::trim_end(self());
}

}  // namespace rowfuse
