/// `s.includes(needle, from)`: ECMA-262 22.1.3.8
#pragma once

#include <rowfuse/string/search/index_of.hpp>

namespace rowfuse {

// Calls the string's own search, which may be faster than the general one.

template <class Self>
template <StringLike T>
RF_HD RF_INLINE bool StringMethods<Self>::includes(T const& needle) const {
  return self().index_of(needle) >= 0;
}

template <class Self>
template <StringLike T, Index I>
RF_HD RF_INLINE bool StringMethods<Self>::includes(T const& needle, I from) const {
  return self().index_of(needle, from) >= 0;
}

}  // namespace rowfuse
