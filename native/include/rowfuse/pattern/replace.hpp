/// `text.replace(pattern, replacement)` with a regular expression: ECMA-262, 22.2.6.11
#pragma once

#include <cstdint>

#include <rowfuse/pattern/all_matches.hpp>
#include <rowfuse/string/lazy/replaced.hpp>

namespace rowfuse {

namespace detail {

/// Appends the replacement of a match: ECMA-262, 22.1.3.19.1, GetSubstitution, without `$<name>`.
template <class Pattern>
class Substitution {
 public:
  RF_HD RF_INLINE Substitution(Arena& arena, View replacement) : arena_{arena}, replacement_{without_hints(replacement)} {}

  RF_HD View append(View result, Found<Pattern> const& match) const {
    int32_t plain = 0;
    int32_t at = 0;
    while ((at = find_byte(replacement_.data, at, replacement_.size - 1, '$')) >= 0) {
      View inserted;
      int32_t const size = expand(at, match, inserted);
      if (size == 0) {
        ++at;
        continue;
      }
      result = rowfuse::append(arena_, result, part(plain, at));
      result = rowfuse::append(arena_, result, inserted);
      at += size;
      plain = at;
    }
    return rowfuse::append(arena_, result, part(plain, replacement_.size));
  }

 private:
  static constexpr int32_t groups = Pattern::layout().groups - 1;

  /// A part that begins and ends beside ASCII characters, or at the ends of the replacement.
  RF_HD RF_INLINE View part(int32_t from, int32_t to) const {
    if (from == to) return {replacement_.data, 0, View::ascii};
    uint32_t const head = from == 0 ? 0u : uint32_t{View::low_head};
    uint32_t const tail = to == replacement_.size ? 0u : uint32_t{View::high_tail};
    return {replacement_.data + from, to - from, replacement_.flags & ~(head | tail)};
  }

  RF_HD RF_INLINE int32_t digit(int32_t at) const {
    if (at >= replacement_.size) return -1;
    uint32_t const value = byte_at(replacement_.data + at) - '0';
    return value < 10 ? static_cast<int32_t>(value) : -1;
  }

  /// Finds the text that stands for the pattern at `at`. Returns the pattern's size, or 0 if it stands for itself.
  RF_HD int32_t expand(int32_t at, Found<Pattern> const& match, View& inserted) const {
    View const text = match.text();
    regex::Subject const subject{text};
    switch (replacement_.data[at + 1]) {
      case '$': inserted = {replacement_.data + at, 1, View::ascii}; return 2;
      case '&': inserted = match.whole(); return 2;
      case '`': inserted = part_between(text, subject.begin(), match.from()); return 2;
      case '\'': inserted = part_between(text, match.to(), subject.end()); return 2;
      default: break;
    }
    int32_t const first = digit(at + 1);
    if (first < 0) return 0;
    int32_t const second = digit(at + 2);
    if (second >= 0 && in_range(10 * first + second)) return insert(10 * first + second, match, inserted, 3);
    return in_range(first) ? insert(first, match, inserted, 2) : 0;
  }

  RF_HD static RF_INLINE bool in_range(int32_t number) { return number >= 1 && number <= groups; }

  RF_HD static RF_INLINE int32_t insert(int32_t number, Found<Pattern> const& match, View& inserted, int32_t size) {
    Maybe<View> const group = match.group(number);
    inserted = group.present() ? *group : View{match.text().data, 0, View::ascii};
    return size;
  }

  Arena& arena_;
  View replacement_;
};

}  // namespace detail

/// Replaces the first match or all of them. Without a match the result is the text itself.
template <class Pattern, Occurrences occurrences>
RF_HD View replace_pattern(Arena& arena, View text, View replacement) {
  auto match = [&] {
    if constexpr (occurrences == Occurrences::all) {
      return MatchOfAll<Pattern>{arena, text};
    } else if constexpr (regex::matches_in_place<Pattern>) {
      return first_match<Pattern>(text);
    } else {
      return first_match<Pattern>(arena, text);
    }
  }();
  if (!match.found()) return detail::without_hints(text);
  detail::Substitution<Pattern> const substitution{arena, replacement};
  regex::Subject const subject{match.text()};
  View result{nullptr, 0, View::ascii};
  int32_t from = subject.begin();
  do {
    result = append(arena, result, detail::part_between(match.text(), from, match.from()));
    result = substitution.append(result, match);
    from = match.to();
    if constexpr (occurrences == Occurrences::all) match.next();
  } while (occurrences == Occurrences::all && match.found());
  return append(arena, result, detail::part_between(match.text(), from, subject.end()));
}

}  // namespace rowfuse
