/// One unit of a string: `s[i]`, `s.at(i)`, `s.charAt(i)`. ECMA-262 10.4.3, 22.1.3.1, 22.1.3.2
#pragma once

#include <cstdint>

#include <rowfuse/string/decode.hpp>
#include <rowfuse/string/place.hpp>

namespace rowfuse {

namespace detail {

/// The one unit after `place`; empty at the view's end.
RF_HD RF_INLINE View unit_after(View view, Place place) {
  if (!(place < end_of(view))) return {view.data, 0};
  char const* data = view.data + place.byte;
  int32_t const available = view.size - place.byte;
  uint32_t const lead = byte_at(data);
  int32_t const width = character_width(lead, available);
  if (place.half != 0) return {data, available < 4 ? available : 4, View::low_head};
  if (is_lead4(lead)) return {data, width, View::high_tail};
  return {data, width, view.flags & (View::surrogates | View::padded)};
}

/// True where a number is an array index at all: an integer that is not negative (-0 is 0).
RF_HD RF_INLINE bool is_element(int32_t index) { return index >= 0; }
RF_HD RF_INLINE bool is_element(double index) {
  return index >= 0 && index < static_cast<double>(beyond) && static_cast<double>(static_cast<int32_t>(index)) == index;
}
RF_HD RF_INLINE bool is_element(Position index) { return !index.below(0); }

/// The unit of a piece at an index within it.
RF_HD RF_NOINLINE View unit_of_piece(View piece, int32_t index) {
  return unit_after(piece, seek<Negative::before_start>(piece, index).place);
}

/// The unit at an absolute index; empty outside.
template <int N>
RF_HD View unit_of_rope(Rope<N> const& rope, int32_t index) {
  View unit;
  int64_t left = index;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) {
    int32_t const length = rope.pieces[i].length();
    if (left >= 0 && left < length) unit = unit_of_piece(rope.pieces[i], static_cast<int32_t>(left));
    left -= length;
  }
  return unit;
}

RF_HD RF_INLINE Maybe<View> or_undefined(View unit) {
  if (unit.empty()) return undefined;
  return unit;
}

}  // namespace detail

template <Index I>
RF_HD RF_INLINE Maybe<View> View::unit_at(I i) const {
  if (!detail::is_element(i)) return undefined;
  if (is_ascii()) return detail::or_undefined(detail::ascii_unit(*this, detail::unit_index(i)));
  auto const walk = detail::locate<detail::Negative::before_start>(*this, i);
  if (walk.short_by > 0) return undefined;
  return detail::or_undefined(detail::unit_after(*this, walk.place));
}

template <Index I>
RF_HD RF_INLINE Maybe<View> View::at(I i) const {
  if (is_ascii()) {
    int32_t const offset = detail::ascii_offset<detail::Negative::from_end>(*this, detail::unit_index(i));
    return detail::or_undefined(detail::ascii_unit(*this, offset));
  }
  auto const walk = detail::locate<detail::Negative::from_end>(*this, i);
  if (walk.short_by > 0) return undefined;
  return detail::or_undefined(detail::unit_after(*this, walk.place));
}

template <Index I>
RF_HD RF_INLINE View View::char_at(I i) const {
  if (is_ascii()) return detail::ascii_unit(*this, detail::unit_index(i));
  auto const walk = detail::locate<detail::Negative::before_start>(*this, i);
  if (walk.short_by > 0) return {data, 0};
  return detail::unit_after(*this, walk.place);
}

template <int N>
template <Index I>
RF_HD Maybe<View> Rope<N>::unit_at(I i) const {
  if (!detail::is_element(i)) return undefined;
  return detail::or_undefined(detail::unit_of_rope(*this, detail::unit_index(i)));
}

template <int N>
template <Index I>
RF_HD Maybe<View> Rope<N>::at(I i) const {
  int32_t const index = detail::unit_index(i);
  return detail::or_undefined(
      detail::unit_of_rope(*this, index < 0 ? detail::clamped_index(int64_t{index} + length()) : index));
}

template <int N>
template <Index I>
RF_HD View Rope<N>::char_at(I i) const {
  return detail::unit_of_rope(*this, detail::unit_index(i));
}

}  // namespace rowfuse
