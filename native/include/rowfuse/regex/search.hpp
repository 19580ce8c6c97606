/// The search for any match: a deterministic automaton that stops as soon as the answer is known.
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/skip.hpp>
#include <rowfuse/regex/staged_search.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

template <class Pattern, class Text = Subject>
class Search {
 public:
  RF_HD RF_INLINE Search(Pattern pattern, Text text) : tables_{pattern}, text_{text} {}

  /// True if a match begins at `from` or behind it.
  RF_HD RF_INLINE bool test(int32_t from) const { return find<false>(from) >= 0; }

  /// Returns the first place at which it is known that a match begins at `from` or behind it: at most one character behind the end of such a
  /// match. Returns -1 if there is none.
  RF_HD RF_INLINE int32_t place_of_answer(int32_t from) const { return find<true>(from); }

 private:
  /// @tparam exact True if the place matters.
  template <bool exact>
  RF_HD RF_INLINE int32_t find(int32_t from) const {
    auto const& layout = tables_.pattern.layout();
    bool const unicode = layout.unicode != 0;
    int32_t const end = text_.end();
    int32_t place = text_.aligned(tables_.first_begin(text_, from), unicode);
    auto const succeeded = static_cast<uint32_t>(layout.classes) + 3;
    uint32_t state = tables_.first_state(layout.search_start, layout.search_starts, text_, place);
#if defined(RF_DEVICE_PASS)
    // Lanes that skip text would leave the others waiting, and so would those that test each state.
    state &= ~skip_bit;
    if (text_.is_ascii()) {
      uint32_t before = state;  // the state at `chunk`
      int32_t chunk = place;
      for (; state > succeeded && place < end; place += 8) {
        before = state;
        chunk = place;
        state = behind_eight(state, text_.eight_bytes(place));
      }
      if (place > end) place = end;
      if (exact && state == succeeded && state != before) {
        state = before;
        for (place = chunk; state > succeeded && place < end; ++place) state = step(state, tables_.class_of(text_.byte(place))) & ~skip_bit;
      }
    }
    while (state > succeeded && place < end) {
      Character const character = text_.next(place, unicode);
      place = character.place;
      state = step(state, tables_.class_of(character.code)) & ~skip_bit;
    }
#else
    while (true) {
      if (layout.search_skips != 0 && (state & skip_bit) != 0) {
        state &= ~skip_bit;
        place = skipped(tables_, layout.search_skips, step(state, static_cast<uint32_t>(layout.classes) + 1), text_, place);
      }
      if (state <= succeeded || place >= end) break;
      Character const character = text_.next(place, unicode);
      place = character.place;
      state = step(state, tables_.class_of(character.code));
    }
#endif
    if (state > succeeded) state = step(state, static_cast<uint32_t>(layout.classes));
    return state == succeeded ? place : -1;
  }

#if defined(RF_DEVICE_PASS)
  /// Returns the state behind eight bytes of ASCII.
  __device__ __forceinline__ std::uint32_t behind_eight(std::uint32_t state, std::uint64_t bytes) const {
    if constexpr (stages_search<Pattern>) {
      if (text_.has_staged_tables()) {
        std::uint32_t const half = StagedSearch<Pattern>::step(2 * state, static_cast<std::uint32_t>(bytes));
        return StagedSearch<Pattern>::step(half, static_cast<std::uint32_t>(bytes >> 32)) / 2;
      }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      auto const byte = static_cast<std::uint32_t>(bytes >> (8 * i)) & 0xFF;
      state = step(state, tables_.template at<std::uint8_t>(0, byte)) & ~skip_bit;
    }
    return state;
  }
#endif

  RF_HD RF_INLINE uint32_t step(uint32_t state, uint32_t character_class) const {
    return tables_.template at<uint16_t>(tables_.pattern.layout().search_transitions, state + character_class);
  }

  Tables<Pattern> tables_;
  Text text_;
};

}  // namespace rowfuse::regex
