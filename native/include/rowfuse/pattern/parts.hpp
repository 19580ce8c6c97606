/// The parts of a text between the matches of a regular expression: ECMA-262, 22.2.6.14
#pragma once

#include <cstdint>

#include <rowfuse/pattern/all_matches.hpp>

namespace rowfuse::detail {

/// Calls `add` with each part, and with the groups of each match behind the part before it, until it returns false. An empty match at the
/// beginning of a part, and any at the end of the text, does not split.
template <class Pattern, class Add>
RF_HD RF_INLINE void for_each_part(MatchOfAll<Pattern> match, Add add) {
  View const whole = match.text();
  regex::Subject const subject{whole};
  if (whole.empty()) {
    if (!match.found()) add(whole);
    return;
  }
  int32_t from = subject.begin();
  for (; match.found() && match.from() < subject.end(); match.next()) {
    if (match.to() == from) continue;
    if (!add(part_between(whole, from, match.from()))) return;
    if constexpr (Pattern::layout().groups > 1)
      for (int32_t number = 1; number < Pattern::layout().groups; ++number)
        if (!add(match.group(number))) return;
    from = match.to();
  }
  add(part_between(whole, from, subject.end()));
}

}  // namespace rowfuse::detail
