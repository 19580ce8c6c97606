/// `s.slice(start, end)`: ECMA-262 22.1.3.23
#pragma once

#include <cstdint>

#include <rowfuse/string/place.hpp>

namespace rowfuse {

template <Index A>
RF_HD RF_INLINE View View::slice(A start) const {
  using detail::Negative;
  if (is_ascii())
    return detail::ascii_cut(*this, detail::ascii_offset<Negative::from_end>(*this, detail::unit_index(start)), size);
  return detail::cut(*this, detail::locate<Negative::from_end>(*this, start).place, detail::end_of(*this));
}

template <Index A, Index B>
RF_HD RF_INLINE View View::slice(A start, B end) const {
  using detail::Negative;
  if (is_ascii())
    return detail::ascii_cut(*this, detail::ascii_offset<Negative::from_end>(*this, detail::unit_index(start)),
                             detail::ascii_offset<Negative::from_end>(*this, detail::unit_index(end)));
  return detail::cut(*this, detail::locate<Negative::from_end>(*this, start).place,
                     detail::locate<Negative::from_end>(*this, end).place);
}

namespace detail {

/// The units [from, to) of a piece of `length` units; both may lie outside it.
RF_HD RF_NOINLINE View cut_piece(View piece, int64_t from, int64_t to, int32_t length) {
  if (from <= 0 && to >= length) return piece;
  if (from >= length || from >= to || to <= 0) return {};
  return piece.slice(static_cast<int32_t>(from < 0 ? 0 : from), clamped_index(to));
}

/// A relative index (negative: from the end) as an absolute one.
template <int N>
RF_HD int32_t absolute_index(Rope<N> const& rope, int32_t index) {
  if (index >= 0) return index;
  int32_t const absolute = index + rope.length();
  return absolute < 0 ? 0 : absolute;
}

template <int N>
RF_HD Rope<N> cut_rope(Rope<N> const& rope, int32_t start, int32_t end) {
  Rope<N> part;
  int64_t offset = 0;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) {
    View const piece = rope.pieces[i];
    int32_t const length = piece.length();
    part.pieces[i] = start < end ? cut_piece(piece, start - offset, end - offset, length) : View{};
    offset += length;
  }
  return part;
}

}  // namespace detail

template <int N>
template <Index A>
RF_HD Rope<N> Rope<N>::slice(A start) const {
  return detail::cut_rope(*this, detail::absolute_index(*this, detail::unit_index(start)), detail::beyond);
}

template <int N>
template <Index A, Index B>
RF_HD Rope<N> Rope<N>::slice(A start, B end) const {
  return detail::cut_rope(*this, detail::absolute_index(*this, detail::unit_index(start)),
                          detail::absolute_index(*this, detail::unit_index(end)));
}

}  // namespace rowfuse
