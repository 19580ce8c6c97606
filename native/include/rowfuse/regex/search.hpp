/// The search for any match: a deterministic automaton that stops as soon as the answer is known.
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/skip.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

template <class Pattern, class Text = Subject>
class Search {
 public:
  RF_HD RF_INLINE Search(Pattern pattern, Text text) : tables_{pattern}, text_{text} {}

  /// True if a match begins at `from` or behind it.
  RF_HD RF_INLINE bool test(int32_t from) const {
    auto const& layout = tables_.pattern.layout();
    bool const unicode = layout.unicode != 0;
    int32_t const end = text_.end();
    int32_t place = text_.aligned(from, unicode);
    uint32_t state = tables_.first_state(layout.search_start, layout.search_starts, text_, place);
    while (true) {
      if (layout.search_skips != 0 && (state & skip_bit) != 0) {
        state &= ~skip_bit;
        bool const is_first = state == (static_cast<uint32_t>(layout.search_start) & ~skip_bit);
        uint32_t const set = step(state, static_cast<uint32_t>(layout.classes) + 1);
        place = skipped(tables_, layout.search_skips, set, text_, place, is_first);
      }
      if (state <= succeeded || place >= end) break;
      Character const character = text_.next(place, unicode);
      place = character.place;
      state = step(state, tables_.class_of(character.code));
    }
    if (state > succeeded) state = step(state, static_cast<uint32_t>(layout.classes));
    return state == succeeded;
  }

 private:
  /// State 0 has failed.
  static constexpr uint32_t succeeded = 1;

  RF_HD RF_INLINE uint32_t step(uint32_t state, uint32_t character_class) const {
    return tables_.template at<uint16_t>(tables_.pattern.layout().search_transitions, state - succeeded - 1 + character_class);
  }

  Tables<Pattern> tables_;
  Text text_;
};

}  // namespace rowfuse::regex
