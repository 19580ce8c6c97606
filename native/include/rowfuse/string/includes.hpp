/// `s.includes(needle, from)`: ECMA-262 22.1.3.8
#pragma once

#include <rowfuse/string/index_of.hpp>

namespace rowfuse {

template <StringLike T, Index I>
RF_HD RF_INLINE bool View::includes(T const& needle, I from) const {
  return index_of(needle, from) >= 0;
}
template <StringLike T>
RF_HD RF_INLINE bool View::includes(T const& needle) const {
  return index_of(needle) >= 0;
}

template <int N>
template <StringLike T, Index I>
RF_HD bool Rope<N>::includes(T const& needle, I from) const {
  return index_of(needle, from) >= 0;
}
template <int N>
template <StringLike T>
RF_HD bool Rope<N>::includes(T const& needle) const {
  return index_of(needle) >= 0;
}

}  // namespace rowfuse
