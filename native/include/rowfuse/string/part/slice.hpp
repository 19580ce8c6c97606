/// `s.slice(start, end)`: ECMA-262 22.1.3.23
#pragma once

#include <cstdint>

#include <rowfuse/string/unit/place.hpp>

namespace rowfuse {

namespace detail {

template <Index A>
RF_HD RF_INLINE View slice(View const& view, A start) {
  if (view.is_ascii()) return ascii_cut(view, ascii_offset<Negative::from_end>(view, unit_index(start)), view.size);
  return cut(view, locate<Negative::from_end>(view, start).place, end_of(view));
}

template <Index A, Index B>
RF_HD RF_INLINE View slice(View const& view, A start, B end) {
  if (view.is_ascii())
    return ascii_cut(view, ascii_offset<Negative::from_end>(view, unit_index(start)),
                     ascii_offset<Negative::from_end>(view, unit_index(end)));
  return cut(view, locate<Negative::from_end>(view, start).place, locate<Negative::from_end>(view, end).place);
}

/// Converts a relative index (negative: from the end) to an absolute one. Only negative indices need the length.
template <StringLike S>
RF_HD int32_t absolute_index(S const& string, int32_t index) {
  if (index >= 0) return index;
  int32_t const absolute = index + string.length();
  return absolute < 0 ? 0 : absolute;
}

template <StringLike S, Index A>
RF_HD auto slice(S const& string, A start) {
  return string.part(absolute_index(string, unit_index(start)), beyond);
}

template <StringLike S, Index A, Index B>
RF_HD auto slice(S const& string, A start, B end) {
  return string.part(absolute_index(string, unit_index(start)), absolute_index(string, unit_index(end)));
}

/// Returns the units [from, to) of a piece of `length` units. Both bounds may be outside the piece.
RF_HD RF_NOINLINE View cut_piece(View piece, int64_t from, int64_t to, int32_t length) {
  if (from <= 0 && to >= length) return piece;
  if (from >= length || from >= to || to <= 0) return {};
  return slice(piece, static_cast<int32_t>(from < 0 ? 0 : from), clamped_index(to));
}

}  // namespace detail

template <class Self>
template <Index A>
RF_HD RF_INLINE auto StringMethods<Self>::slice(A start) const {
  return detail::slice(self(), start);
}

template <class Self>
template <Index A, Index B>
RF_HD RF_INLINE auto StringMethods<Self>::slice(A start, B end) const {
  return detail::slice(self(), start, end);
}

template <int N>
RF_HD Rope<N> Rope<N>::part(int32_t from, int32_t to) const {
  Rope part;
  int64_t offset = 0;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) {
    View const piece = pieces[i];
    int32_t const length = detail::length(piece);
    part.pieces[i] = from < to ? detail::cut_piece(piece, from - offset, to - offset, length) : View{};
    offset += length;
  }
  return part;
}

}  // namespace rowfuse
