/// `s.startsWith(needle, position)`: ECMA-262 22.1.3.24
#pragma once

#include <cstdint>

#include <rowfuse/string/search/compare.hpp>
#include <rowfuse/string/search/index_of.hpp>

namespace rowfuse {

namespace detail {

/// True if `needle` begins at unit `at` (0 or more; clamped to the length).
template <class Reader, class Needle>
RF_HD RF_NOINLINE bool units_match_at(Reader reader, Needle needle, int32_t at) {
  reader.skip(at);
  return begins_with(reader, needle);
}

template <StringLike S, StringLike T>
RF_HD RF_NOINLINE bool string_matches_at(S haystack, T needle, int32_t at) {
  return units_match_at(reader(haystack), reader(needle), at);
}

RF_HD RF_INLINE bool starts_with(View haystack, View needle) {
  if (RF_LIKELY(haystack.plain() && needle.plain())) return haystack.size >= needle.size && equal_to_part(haystack.data, needle);
  return string_matches_at(haystack, needle, 0);
}

template <Index I>
RF_HD RF_INLINE bool starts_with(View const& haystack, View const& needle, I position) {
  if (haystack.is_ascii()) return starts_with(ascii_cut(haystack, unit_index(position), haystack.size), needle);
  Place const start = locate<Negative::before_start>(haystack, position).place;
  return starts_with(cut(haystack, start, end_of(haystack)), needle);
}

template <StringLike S, StringLike T, Index I>
RF_HD bool starts_with(S const& haystack, T const& needle, I position) {
  return string_matches_at(haystack, needle, from_start(unit_index(position)));
}

template <StringLike S, StringLike T>
RF_HD bool starts_with(S const& haystack, T const& needle) {
  return starts_with(haystack, needle, int32_t{0});
}

}  // namespace detail

template <class Self>
template <StringLike T>
RF_HD RF_INLINE bool StringMethods<Self>::starts_with(T const& needle) const {
  return detail::starts_with(self(), needle);
}

template <class Self>
template <StringLike T, Index I>
RF_HD RF_INLINE bool StringMethods<Self>::starts_with(T const& needle, I position) const {
  return detail::starts_with(self(), needle, position);
}

}  // namespace rowfuse
