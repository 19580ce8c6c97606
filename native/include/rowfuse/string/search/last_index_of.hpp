/// `s.lastIndexOf(needle, from)`: ECMA-262 22.1.3.10
#pragma once

#include <cstdint>

#include <rowfuse/string/search/index_of.hpp>

namespace rowfuse {

namespace detail {

/// The general search: returns the last match at or before `from` (0 or more), or -1.
template <class Reader, class Needle>
RF_HD RF_NOINLINE int32_t find_last_units(Reader reader, Needle rest, int32_t from) {
  int32_t const first = rest.next();
  if (first < 0) return reader.skip(from);
  int32_t last = -1;
  for (int32_t index = 0; index <= from; ++index) {
    int32_t const unit = reader.next();
    if (unit < 0) break;
    if (unit == first && begins_with(reader, rest)) last = index;
  }
  return last;
}

template <StringLike S, StringLike T>
RF_HD RF_NOINLINE int32_t find_last_in_string(S haystack, T needle, int32_t from) {
  return find_last_units(reader(haystack), reader(needle), from);
}

template <Index I>
RF_HD RF_INLINE Place last_start(View haystack, I from) {
  if constexpr (std::same_as<I, double>)
    if (from != from) return end_of(haystack);
  return locate<Negative::before_start>(haystack, from).place;
}

template <Index I>
RF_HD RF_INLINE Position last_index_of(View haystack, View needle, I from) {
  if (haystack.is_ascii() && needle.plain()) {
    int32_t const start = clamped_offset(haystack, unit_index_from_end(from));
    if (needle.empty()) return Position{start};
    return Position{find_last_bytes(haystack.data, start, haystack.size, needle.data, needle.size)};
  }
  if (needle.empty()) return position_in(haystack, last_start(haystack, from));
  if (RF_LIKELY(haystack.plain() && needle.plain())) {
    return position_at(haystack, find_last_bytes(haystack.data, last_start(haystack, from).byte, haystack.size, needle.data, needle.size),
                       needle);
  }
  return Position{find_last_in_string(haystack, needle, from_start(unit_index_from_end(from)))};
}

RF_HD RF_INLINE Position last_index_of(View const& haystack, View const& needle) {
  if (haystack.plain() && needle.plain() && !needle.empty())
    return position_at(haystack, find_last_bytes(haystack.data, haystack.size, haystack.size, needle.data, needle.size), needle);
  return last_index_of(haystack, needle, beyond);
}

template <StringLike S, StringLike T, Index I>
RF_HD Position last_index_of(S const& haystack, T const& needle, I from) {
  return Position{find_last_in_string(haystack, needle, from_start(unit_index_from_end(from)))};
}

template <StringLike S, StringLike T>
RF_HD Position last_index_of(S const& haystack, T const& needle) {
  return last_index_of(haystack, needle, beyond);
}

}  // namespace detail

template <class Self>
template <StringLike T>
RF_HD RF_INLINE Position StringMethods<Self>::last_index_of(T const& needle) const {
  return detail::last_index_of(self(), needle);
}

template <class Self>
template <StringLike T, Index I>
RF_HD RF_INLINE Position StringMethods<Self>::last_index_of(T const& needle, I from) const {
  return detail::last_index_of(self(), needle, from);
}

}  // namespace rowfuse
