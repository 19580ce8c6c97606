/// The numbers of matches and of parts, without arrays: `(text.match(pattern) ?? []).length`, `text.split(pattern).length`.
#pragma once

#include <cstdint>

#include <rowfuse/pattern/all_matches.hpp>
#include <rowfuse/pattern/parts.hpp>
#include <rowfuse/regex/set_runs.hpp>

namespace rowfuse {

namespace detail {

template <class Pattern>
RF_HD RF_INLINE int32_t count_from(MatchOfAll<Pattern> match) {
  int32_t count = 0;
  for (; match.found(); match.next()) ++count;
  return count;
}

template <class Pattern>
RF_HD RF_INLINE int32_t count_parts_from(MatchOfAll<Pattern> const& match) {
  int32_t count = 0;
  for_each_part(match, [&](auto const&) {
    ++count;
    return true;
  });
  return count;
}

}  // namespace detail

/// The number of matches; the pattern has the flag `g`.
template <class Pattern>
RF_HD int32_t count_matches(View text) {
  if constexpr (Pattern::layout().set_matches > 0)
    if (regex::bytes_tell_matches<Pattern>(text)) return regex::count_set_matches<Pattern>(text);
  return detail::count_from(MatchOfAll<Pattern>{text});
}
template <class Pattern>
RF_HD int32_t count_matches(Arena& arena, View text) {
  return detail::count_from(MatchOfAll<Pattern>{arena, text});
}

/// The number of elements that `split` gives; the pattern must not be sticky.
template <class Pattern>
RF_HD int32_t count_parts(View text) {
  // A match of a set is never empty, so that it always splits.
  if constexpr (Pattern::layout().set_matches > 0)
    if (regex::bytes_tell_matches<Pattern>(text)) return regex::count_set_matches<Pattern>(text) + 1;
  return detail::count_parts_from(MatchOfAll<Pattern>{text});
}
template <class Pattern>
RF_HD int32_t count_parts(Arena& arena, View text) {
  return detail::count_parts_from(MatchOfAll<Pattern>{arena, text});
}

}  // namespace rowfuse
