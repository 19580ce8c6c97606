/// `text.replace(pattern, replacement)` with a regular expression, in the row's memory: ECMA-262, 22.2.6.11
#pragma once

#include <cstdint>

#include <rowfuse/pattern/all_matches.hpp>
#include <rowfuse/pattern/substitution.hpp>
#include <rowfuse/string/lazy/replaced.hpp>

namespace rowfuse {

/// Replaces the first match or all of them. Without a match the result is the text itself.
template <class Pattern, Occurrences occurrences>
RF_HD View replace_pattern(Arena& arena, View text, View replacement) {
  auto match = [&] {
    if constexpr (occurrences == Occurrences::all) {
      return MatchOfAll<Pattern>{arena, text};
    } else if constexpr (regex::matches_in_place<Pattern>) {
      return OnlyMatch<Pattern>{text};
    } else {
      return OnlyMatch<Pattern>{first_match<Pattern>(arena, text)};
    }
  }();
  if (!match.found()) return detail::without_hints(text);
  regex::Subject const subject{match.text()};
  View result{nullptr, 0, View::ascii};
  int32_t from = subject.begin();
  for (; match.found(); match.next()) {
    result = append(arena, result, detail::part_between(match.text(), from, match.from()));
    detail::Substitution<Pattern> texts{replacement};
    for (View inserted; texts.next(inserted, match);) result = append(arena, result, inserted);
    from = match.to();
  }
  return append(arena, result, detail::part_between(match.text(), from, subject.end()));
}

}  // namespace rowfuse
