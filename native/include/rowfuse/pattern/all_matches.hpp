/// All matches of a regular expression in a text, one after the other: `matchAll`.
#pragma once

#include <rowfuse/pattern/match.hpp>
#include <rowfuse/pattern/unit_places.hpp>

namespace rowfuse {

/// The first match alone.
template <class Pattern>
class OnlyMatch : public Found<Pattern> {
 public:
  /// The pattern must match without memory.
  RF_HD RF_INLINE explicit OnlyMatch(View text) : Found<Pattern>{first_match<Pattern>(text)} {}
  RF_HD RF_INLINE explicit OnlyMatch(Found<Pattern> const& match) : Found<Pattern>{match} {}

  RF_HD RF_INLINE void next() { this->set(false); }
};

/// A match, and the search for those behind it.
template <class Pattern>
class MatchOfAll : public Found<Pattern> {
 public:
  /// Finds the first match. There is none if the memory of the row has run out.
  RF_HD RF_INLINE MatchOfAll(Arena& arena, View text) : MatchOfAll{arena, text, regex::Subject{text}.begin()} {}
  /// @param from The place where the search begins, or -1 behind the end of the text.
  RF_HD RF_INLINE MatchOfAll(Arena& arena, View text, int32_t from) : MatchOfAll{text, memory_for(arena, text), from} {}
  /// Finds the first match of a pattern that matches without memory.
  RF_HD RF_INLINE explicit MatchOfAll(View text) : MatchOfAll{text, nullptr, regex::Subject{text}.begin()} {
    static_assert(!takes_memory, "the pattern takes memory");
  }

  /// Goes to the next match.
  RF_HD RF_INLINE void next() { this->set(this->found() && matches_.next(this->places())); }

 private:
  static constexpr bool takes_memory = !regex::matches_all_in_place<Pattern>;

  RF_HD static RF_INLINE uint32_t* memory_for(Arena& arena, View text) {
    if constexpr (!takes_memory) return nullptr;
    return detail::pattern_memory<Pattern>(arena, text);
  }
  RF_HD RF_INLINE MatchOfAll(View text, uint32_t* memory, int32_t from) : Found<Pattern>{text}, matches_{text, memory, from} {
    this->set(!(takes_memory && memory == nullptr) && matches_.next(this->places()));
  }

  regex::Matches<Pattern> matches_;
};

template <class Pattern>
RF_HD RF_INLINE MatchOfAll<Pattern> first_of_all(Arena& arena, View text) {
  return {arena, text};
}

/// Finds the matches from a `lastIndex` on.
template <class Pattern>
RF_HD RF_INLINE MatchOfAll<Pattern> first_of_all(Arena& arena, View text, double from) {
  return {arena, text, detail::UnitPlaces{text}.place_of(from)};
}

}  // namespace rowfuse
