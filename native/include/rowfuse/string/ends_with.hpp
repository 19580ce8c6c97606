/// `s.endsWith(needle, end)`: ECMA-262 22.1.3.7
#pragma once

#include <cstdint>

#include <rowfuse/string/starts_with.hpp>

namespace rowfuse {

namespace detail {

/// True where `needle` ends at unit `end` (0 or more; past the end it is the end).
template <StringLike S, StringLike T>
RF_HD RF_NOINLINE bool string_matches_before(S haystack, T needle, int32_t end) {
  int32_t const length = haystack.length();
  int32_t const start = (end < length ? end : length) - needle.length();
  return start >= 0 && units_match_at(reader(haystack), reader(needle), start);
}

RF_HD RF_INLINE bool view_ends_with(View haystack, View needle) {
  if (RF_LIKELY(haystack.plain() && needle.plain())) {
    int32_t const start = haystack.size - needle.size;
    return start >= 0 && equal_to_part(haystack.data + start, needle);
  }
  return string_matches_before(haystack, needle, beyond);
}

}  // namespace detail

template <StringLike T, Index I>
RF_HD RF_INLINE bool View::ends_with(T const& needle, I end) const {
  if constexpr (std::same_as<T, View>) {
    if (is_ascii()) return detail::view_ends_with(detail::ascii_cut(*this, 0, detail::unit_index(end)), needle);
    auto const stop = detail::locate<detail::Negative::before_start>(*this, end).place;
    return detail::view_ends_with(detail::cut(*this, detail::begin_of(*this), stop), needle);
  } else {
    return detail::string_matches_before(*this, needle, detail::from_start(detail::unit_index(end)));
  }
}

template <StringLike T>
RF_HD RF_INLINE bool View::ends_with(T const& needle) const {
  if constexpr (std::same_as<T, View>) {
    return detail::view_ends_with(*this, needle);
  } else {
    return ends_with(needle, detail::beyond);
  }
}

template <int N>
template <StringLike T, Index I>
RF_HD bool Rope<N>::ends_with(T const& needle, I end) const {
  return detail::string_matches_before(*this, needle, detail::from_start(detail::unit_index(end)));
}

template <int N>
template <StringLike T>
RF_HD bool Rope<N>::ends_with(T const& needle) const {
  return ends_with(needle, detail::beyond);
}

}  // namespace rowfuse
