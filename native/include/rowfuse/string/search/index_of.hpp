/// `s.indexOf(needle, from)`: ECMA-262 22.1.3.9
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/find.hpp>
#include <rowfuse/string/unit/place.hpp>
#include <rowfuse/string/unit/unit_reader.hpp>

namespace rowfuse {

namespace detail {

/// True if the units at `reader` begin with `needle`.
template <class Reader, class Needle>
RF_HD inline bool begins_with(Reader reader, Needle needle) {
  for (;;) {
    int32_t const unit = needle.next();
    if (unit < 0) return true;
    if (reader.next() != unit) return false;
  }
}

/// The general search, unit by unit: returns the first match at or after `from` (0 or more), or -1.
template <class Reader, class Needle>
RF_HD RF_NOINLINE int32_t find_units(Reader reader, Needle rest, int32_t from) {
  int32_t index = reader.skip(from);
  int32_t const first = rest.next();
  if (first < 0) return index;
  for (;; ++index) {
    int32_t const unit = reader.next();
    if (unit < 0) return -1;
    if (unit == first && begins_with(reader, rest)) return index;
  }
}

// Passed by value, here and in the other general paths: a string whose address is taken would live in memory even where they are never
// called.
template <StringLike S, StringLike T>
RF_HD RF_NOINLINE int32_t find_in_string(S haystack, T needle, int32_t from) {
  return find_units(reader(haystack), reader(needle), from);
}

/// Returns the result of a byte-wise search of `view` for a needle that is not empty. `offset` may be -1.
RF_HD RF_INLINE Position position_at(View view, int32_t offset, View needle) {
  RF_ASSUME(offset >= -1 && offset < view.size);
  return {view.data, offset, view.is_ascii() ? int64_t{offset} : 0, view.is_ascii(), byte_at(needle.data) < 0x80};
}

/// Returns a place of `view` as a position.
RF_HD RF_INLINE Position position_in(View view, Place place) {
  // A position does not record that its base begins with half a character.
  if ((view.flags & View::low_head) != 0) return Position{Position{view.data, place.byte, place.half - 1}.number()};
  return {view.data, place.byte, place.half};
}

RF_HD RF_INLINE Position index_of(View haystack, View needle) {
  if (RF_LIKELY(haystack.plain() && needle.plain())) {
    if (needle.empty()) return Position{0};
    return position_at(haystack, find_bytes(haystack.data, 0, haystack.size, needle.data, needle.size, haystack.is_padded()), needle);
  }
  return Position{find_in_string(haystack, needle, 0)};
}

template <Index I>
RF_HD RF_INLINE Position index_of(View haystack, View needle, I from) {
  if (haystack.is_ascii() && needle.plain()) {
    int32_t const start = clamped_offset(haystack, unit_index(from));
    if (needle.empty()) return Position{start};
    return Position{find_bytes(haystack.data, start, haystack.size, needle.data, needle.size, haystack.is_padded())};
  }
  Place const start = locate<Negative::before_start>(haystack, from).place;
  if (needle.empty()) return position_in(haystack, start);
  View const rest = cut(haystack, start, end_of(haystack));
  if (RF_LIKELY(rest.plain() && needle.plain())) {
    int32_t const at = find_bytes(rest.data, 0, rest.size, needle.data, needle.size, rest.is_padded());
    if ((haystack.flags & View::low_head) == 0) return position_at(haystack, at < 0 ? -1 : start.byte + at, needle);
    return at < 0 ? Position{-1} : position_in(haystack, {start.byte + at, 0});
  }
  return Position{find_in_string(haystack, needle, from_start(unit_index(from)))};
}

template <StringLike S, StringLike T, Index I>
RF_HD Position index_of(S const& haystack, T const& needle, I from) {
  return Position{find_in_string(haystack, needle, from_start(unit_index(from)))};
}

template <StringLike S, StringLike T>
RF_HD Position index_of(S const& haystack, T const& needle) {
  return index_of(haystack, needle, int32_t{0});
}

}  // namespace detail

template <class Self>
template <StringLike T>
RF_HD RF_INLINE Position StringMethods<Self>::index_of(T const& needle) const {
  return detail::index_of(self(), needle);
}

template <class Self>
template <StringLike T, Index I>
RF_HD RF_INLINE Position StringMethods<Self>::index_of(T const& needle, I from) const {
  return detail::index_of(self(), needle, from);
}

}  // namespace rowfuse
