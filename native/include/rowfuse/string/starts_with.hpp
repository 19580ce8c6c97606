/// `s.startsWith(needle, position)`: ECMA-262 22.1.3.24
#pragma once

#include <cstdint>

#include <rowfuse/string/compare.hpp>
#include <rowfuse/string/index_of.hpp>

namespace rowfuse {

namespace detail {

/// True where `needle` stands at unit `at` (0 or more; past the end it is the end).
template <class Reader, class Needle>
RF_HD RF_NOINLINE bool units_match_at(Reader reader, Needle needle, int32_t at) {
  reader.skip(at);
  return begins_with(reader, needle);
}

template <StringLike S, StringLike T>
RF_HD RF_NOINLINE bool string_matches_at(S haystack, T needle, int32_t at) {
  return units_match_at(reader(haystack), reader(needle), at);
}

RF_HD RF_INLINE bool view_starts_with(View haystack, View needle) {
  if (RF_LIKELY(haystack.plain() && needle.plain()))
    return haystack.size >= needle.size && equal_to_part(haystack.data, needle);
  return string_matches_at(haystack, needle, 0);
}

}  // namespace detail

template <StringLike T, Index I>
RF_HD RF_INLINE bool View::starts_with(T const& needle, I position) const {
  if constexpr (std::same_as<T, View>) {
    if (is_ascii()) return detail::view_starts_with(detail::ascii_cut(*this, detail::unit_index(position), size), needle);
    auto const start = detail::locate<detail::Negative::before_start>(*this, position).place;
    return detail::view_starts_with(detail::cut(*this, start, detail::end_of(*this)), needle);
  } else {
    return detail::string_matches_at(*this, needle, detail::from_start(detail::unit_index(position)));
  }
}

template <StringLike T>
RF_HD RF_INLINE bool View::starts_with(T const& needle) const {
  if constexpr (std::same_as<T, View>) {
    return detail::view_starts_with(*this, needle);
  } else {
    return starts_with(needle, int32_t{0});
  }
}

template <int N>
template <StringLike T, Index I>
RF_HD bool Rope<N>::starts_with(T const& needle, I position) const {
  return detail::string_matches_at(*this, needle, detail::from_start(detail::unit_index(position)));
}

template <int N>
template <StringLike T>
RF_HD bool Rope<N>::starts_with(T const& needle) const {
  return starts_with(needle, int32_t{0});
}

}  // namespace rowfuse
