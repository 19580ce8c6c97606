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

/// Keeps the units [start, end) of `count` pieces, in place; returns how many pieces are left.
RF_HD RF_NOINLINE int32_t cut_pieces(View* pieces, int32_t count, int32_t start, int32_t end) {
  int32_t kept = 0;
  int64_t offset = 0;
  for (int32_t i = 0; i < count && offset < end; ++i) {
    View const piece = pieces[i];
    int32_t const length = piece.length();
    auto const from = clamped_index(start - offset);
    auto const to = clamped_index(end - offset);
    offset += length;
    if (from >= length || from >= to) continue;
    View const part = from <= 0 && to >= length ? piece : piece.slice(from < 0 ? 0 : from, to);
    if (!part.empty()) pieces[kept++] = part;
  }
  return kept;
}

/// A relative index (negative: from the end) as an absolute one.
template <int N>
RF_HD int32_t absolute_index(Rope<N> const& rope, int32_t index) {
  if (index >= 0) return index;
  int32_t const absolute = index + rope.length();
  return absolute < 0 ? 0 : absolute;
}

template <int N>
RF_HD Rope<N> cut_rope(Rope<N> rope, int32_t start, int32_t end) {
  rope.count = start < end ? cut_pieces(rope.pieces, rope.count, start, end) : 0;
  return rope;
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
