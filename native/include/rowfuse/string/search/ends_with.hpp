/// `s.endsWith(needle, end)`: ECMA-262 22.1.3.7
#pragma once

#include <cstdint>

#include <rowfuse/string/search/starts_with.hpp>

namespace rowfuse {

namespace detail {

/// True if `needle` ends at unit `end` (0 or more; clamped to the length).
template <StringLike S, StringLike T>
RF_HD RF_NOINLINE bool string_matches_before(S haystack, T needle, int32_t end) {
  int32_t const length = haystack.length();
  int32_t const start = (end < length ? end : length) - needle.length();
  return start >= 0 && units_match_at(reader(haystack), reader(needle), start);
}

RF_HD RF_INLINE bool ends_with(View haystack, View needle) {
  if (RF_LIKELY(haystack.plain() && needle.plain())) {
    int32_t const start = haystack.size - needle.size;
    return start >= 0 && equal_to_part(haystack.data + start, needle);
  }
  return string_matches_before(haystack, needle, beyond);
}

template <Index I>
RF_HD RF_INLINE bool ends_with(View const& haystack, View const& needle, I end) {
  if (haystack.is_ascii()) return ends_with(ascii_cut(haystack, 0, unit_index(end)), needle);
  Place const stop = locate<Negative::before_start>(haystack, end).place;
  return ends_with(cut(haystack, begin_of(haystack), stop), needle);
}

template <StringLike S, StringLike T, Index I>
RF_HD bool ends_with(S const& haystack, T const& needle, I end) {
  return string_matches_before(haystack, needle, from_start(unit_index(end)));
}

template <StringLike S, StringLike T>
RF_HD bool ends_with(S const& haystack, T const& needle) {
  return ends_with(haystack, needle, beyond);
}

}  // namespace detail

template <class Self>
template <StringLike T>
RF_HD RF_INLINE bool StringMethods<Self>::ends_with(T const& needle) const {
  return detail::ends_with(self(), needle);
}

template <class Self>
template <StringLike T, Index I>
RF_HD RF_INLINE bool StringMethods<Self>::ends_with(T const& needle, I end) const {
  return detail::ends_with(self(), needle, end);
}

}  // namespace rowfuse
