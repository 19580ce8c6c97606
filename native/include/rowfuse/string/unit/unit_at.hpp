/// One unit of a string: `s[i]`, `s.at(i)`, `s.charAt(i)`. ECMA-262 10.4.3, 22.1.3.1, 22.1.3.2
#pragma once

#include <cstdint>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/unit/place.hpp>

namespace rowfuse {

namespace detail {

/// Returns the one unit after `place`; empty at the view's end.
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

/// True if a number is an array index: an integer that is not negative (-0 is 0).
RF_HD RF_INLINE bool is_element(int32_t index) { return index >= 0; }
RF_HD RF_INLINE bool is_element(double index) {
  return index >= 0 && index < static_cast<double>(beyond) && static_cast<double>(static_cast<int32_t>(index)) == index;
}
RF_HD RF_INLINE bool is_element(Position index) { return !index.below(0); }

/// Returns the unit of a piece at an index within it.
RF_HD RF_NOINLINE View unit_of_piece(View piece, int32_t index) {
  return unit_after(piece, seek<Negative::before_start>(piece, index).place);
}

// Returns the unit at an absolute index; empty outside.
template <int N>
RF_HD View unit_of(Rope<N> const& rope, int32_t index) {
  View unit;
  int64_t left = index;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) {
    int32_t const units = length(rope.pieces[i]);
    if (left >= 0 && left < units) unit = unit_of_piece(rope.pieces[i], static_cast<int32_t>(left));
    left -= units;
  }
  return unit;
}
template <LazyString S>
RF_HD auto unit_of(S const& string, int32_t index) {
  return index < 0 || index == beyond ? string.part(0, 0) : string.part(index, index + 1);
}

template <StringLike S>
RF_HD RF_INLINE Maybe<S> or_undefined(S const& unit) {
  if (unit.empty()) return undefined;
  return unit;
}

template <Index I>
RF_HD RF_INLINE View char_at(View const& view, I i) {
  if (view.is_ascii()) return ascii_unit(view, unit_index(i));
  Walk const walk = locate<Negative::before_start>(view, i);
  if (walk.short_by > 0) return {view.data, 0};
  return unit_after(view, walk.place);
}

template <Index I>
RF_HD RF_INLINE Maybe<View> unit_at(View const& view, I i) {
  if (!is_element(i)) return undefined;
  if (view.is_ascii()) return or_undefined(ascii_unit(view, unit_index(i)));
  Walk const walk = locate<Negative::before_start>(view, i);
  if (walk.short_by > 0) return undefined;
  return or_undefined(unit_after(view, walk.place));
}

template <Index I>
RF_HD RF_INLINE Maybe<View> at(View const& view, I i) {
  if (view.is_ascii()) return or_undefined(ascii_unit(view, ascii_offset<Negative::from_end>(view, unit_index(i))));
  Walk const walk = locate<Negative::from_end>(view, i);
  if (walk.short_by > 0) return undefined;
  return or_undefined(unit_after(view, walk.place));
}

template <StringLike S, Index I>
RF_HD auto char_at(S const& string, I i) {
  return unit_of(string, unit_index(i));
}

template <StringLike S, Index I>
RF_HD auto unit_at(S const& string, I i) {
  using Unit = decltype(unit_of(string, 0));
  if (!is_element(i)) return Maybe<Unit>(undefined);
  return or_undefined(unit_of(string, unit_index(i)));
}

template <StringLike S, Index I>
RF_HD auto at(S const& string, I i) {
  int32_t const index = unit_index(i);
  return or_undefined(unit_of(string, index < 0 ? clamped_index(int64_t{index} + string.length()) : index));
}

}  // namespace detail

/// `s[i]` of an index within the string.
template <StringLike S, Index I>
RF_HD RF_INLINE auto char_within(S const& string, I i) {
  RF_CLAIM(!string.char_at(i).empty(), "an index is within its text", to_double(i));
  if constexpr (std::same_as<S, View>) {
    if (string.is_ascii()) return View{string.data + detail::unit_index(i), 1, View::ascii | (string.flags & View::padded)};
  }
  return string.char_at(i);
}

template <class Self>
template <Index I>
RF_HD RF_INLINE auto StringMethods<Self>::char_at(I i) const {
  return detail::char_at(self(), i);
}

template <class Self>
template <Index I>
RF_HD RF_INLINE auto StringMethods<Self>::unit_at(I i) const {
  return detail::unit_at(self(), i);
}

template <class Self>
template <Index I>
RF_HD RF_INLINE auto StringMethods<Self>::at(I i) const {
  return detail::at(self(), i);
}

}  // namespace rowfuse
