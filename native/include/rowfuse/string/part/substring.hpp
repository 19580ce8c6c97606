/// `s.substring(start, end)`: a negative index is 0, and the smaller index is the start. ECMA-262 22.1.3.27
#pragma once

#include <cstdint>

#include <rowfuse/string/part/slice.hpp>

namespace rowfuse {

namespace detail {

template <Index A>
RF_HD RF_INLINE View substring(View const& view, A start) {
  if (view.is_ascii()) return ascii_cut(view, unit_index(start), view.size);
  return cut(view, locate<Negative::before_start>(view, start).place, end_of(view));
}

template <Index A, Index B>
RF_HD RF_INLINE View substring(View const& view, A start, B end) {
  if (view.is_ascii()) {
    int32_t const from = unit_index(start);
    int32_t const to = unit_index(end);
    return ascii_cut(view, to < from ? to : from, to < from ? from : to);
  }
  Place const a = locate<Negative::before_start>(view, start).place;
  Place const b = locate<Negative::before_start>(view, end).place;
  return b < a ? cut(view, b, a) : cut(view, a, b);
}

template <StringLike S, Index A>
RF_HD auto substring(S const& string, A start) {
  return string.part(from_start(unit_index(start)), beyond);
}

template <StringLike S, Index A, Index B>
RF_HD auto substring(S const& string, A start, B end) {
  int32_t const a = from_start(unit_index(start));
  int32_t const b = from_start(unit_index(end));
  return b < a ? string.part(b, a) : string.part(a, b);
}

}  // namespace detail

template <class Self>
template <Index A>
RF_HD RF_INLINE auto StringMethods<Self>::substring(A start) const {
  return detail::substring(self(), start);
}

template <class Self>
template <Index A, Index B>
RF_HD RF_INLINE auto StringMethods<Self>::substring(A start, B end) const {
  return detail::substring(self(), start, end);
}

}  // namespace rowfuse
