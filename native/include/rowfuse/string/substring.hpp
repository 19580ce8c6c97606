/// `s.substring(start, end)`: negative is 0, and the smaller index is the start. ECMA-262 22.1.3.27
#pragma once

#include <cstdint>

#include <rowfuse/string/slice.hpp>

namespace rowfuse {

template <Index A>
RF_HD RF_INLINE View View::substring(A start) const {
  if (is_ascii()) return detail::ascii_cut(*this, detail::unit_index(start), size);
  return detail::cut(*this, detail::locate<detail::Negative::before_start>(*this, start).place, detail::end_of(*this));
}

template <Index A, Index B>
RF_HD RF_INLINE View View::substring(A start, B end) const {
  if (is_ascii()) {
    int32_t const from = detail::unit_index(start);
    int32_t const to = detail::unit_index(end);
    return detail::ascii_cut(*this, to < from ? to : from, to < from ? from : to);
  }
  auto const a = detail::locate<detail::Negative::before_start>(*this, start).place;
  auto const b = detail::locate<detail::Negative::before_start>(*this, end).place;
  return b < a ? detail::cut(*this, b, a) : detail::cut(*this, a, b);
}

template <int N>
template <Index A>
RF_HD Rope<N> Rope<N>::substring(A start) const {
  int32_t const a = detail::unit_index(start);
  return detail::cut_rope(*this, a < 0 ? 0 : a, detail::beyond);
}

template <int N>
template <Index A, Index B>
RF_HD Rope<N> Rope<N>::substring(A start, B end) const {
  int32_t const a = detail::unit_index(start);
  int32_t const b = detail::unit_index(end);
  int32_t const from = a < 0 ? 0 : a;
  int32_t const to = b < 0 ? 0 : b;
  return to < from ? detail::cut_rope(*this, to, from) : detail::cut_rope(*this, from, to);
}

}  // namespace rowfuse
