/// All matches of a regular expression in a text, one after the other: `matchAll`.
#pragma once

#include <rowfuse/pattern/match.hpp>

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
  RF_HD RF_INLINE MatchOfAll(Arena& arena, View text) : MatchOfAll{text, memory_for(arena, text)} {}
  /// Finds the first match of a pattern that matches without memory.
  RF_HD RF_INLINE explicit MatchOfAll(View text) : MatchOfAll{text, nullptr} { static_assert(!takes_memory, "the pattern takes memory"); }

  /// Goes to the next match.
  RF_HD RF_INLINE void next() { this->set(this->found() && matches_.next(this->places())); }

 private:
  static constexpr bool takes_memory = !regex::matches_all_in_place<Pattern>;

  RF_HD static RF_INLINE uint32_t* memory_for(Arena& arena, View text) {
    if constexpr (!takes_memory) return nullptr;
    return detail::pattern_memory<Pattern>(arena, text);
  }
  /// Without memory there is no text to search, so that the engine touches none.
  RF_HD RF_INLINE MatchOfAll(View text, uint32_t* memory)
      : Found<Pattern>{text}, matches_{takes_memory && memory == nullptr ? View{} : text, memory} {
    this->set(!(takes_memory && memory == nullptr) && matches_.next(this->places()));
  }

  regex::Matches<Pattern> matches_;
};

template <class Pattern>
RF_HD RF_INLINE MatchOfAll<Pattern> first_of_all(Arena& arena, View text) {
  return {arena, text};
}

}  // namespace rowfuse
