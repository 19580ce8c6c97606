/// The first match with its groups in one pass: a deterministic automaton whose transitions move places between registers (Laurikari,
/// NFAs with Tagged Transitions, 2000).
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/skip.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

struct Transition {
  uint16_t state;
  uint16_t action;  ///< the offset of a list of moves, which happen before the character is read; 0 if there are none
};

/// @tparam most_registers The registers of the automaton: `tagged_registers`, where it is a constant.
template <class Pattern, int32_t most_registers, class Text = Subject>
class Tagged {
 public:
  RF_HD RF_INLINE Tagged(Pattern pattern, Text text) : tables_{pattern}, text_{text} {}

  /// Finds the first match that begins at `from` or behind it, and sets the registers of the pattern: places, or -1.
  RF_HD RF_INLINE bool match(int32_t from, int32_t* registers) const {
    auto const& layout = tables_.pattern.layout();
    bool const unicode = layout.unicode != 0;
    auto const stops = static_cast<uint32_t>(layout.tagged_stops);
    auto const end_class = static_cast<uint32_t>(layout.classes);
    int32_t values[most_registers];
    int32_t place = text_.aligned(from, unicode);
    uint32_t state = tables_.template at<uint16_t>(layout.tagged_starts, tables_.kinds_of(tables_.class_before(text_, place)));
    while (state > stops) {
      if (layout.tagged_skipped != 0 && state == static_cast<uint32_t>(layout.tagged_skipped)) {
        place = skipped(tables_.template at<SkipSet>(layout.tagged_skip, 0), text_, place);
      }
      bool const is_end = place >= text_.end();
      Character const character = is_end ? Character{0, place} : text_.next(place, unicode);
      uint32_t const character_class = is_end ? end_class : tables_.class_of(character.code);
      auto const transition = tables_.template at<Transition>(layout.tagged_transitions, state - stops - 1 + character_class);
      if (transition.action != 0) move(values, transition.action, place);
      state = transition.state;
      place = character.place;
    }
    if (state == 0) return false;
    for (int32_t i = 0; i < layout.registers; ++i) {
      uint32_t const source =
          tables_.template at<uint8_t>(layout.tagged_outputs, (state - 1) * static_cast<uint32_t>(layout.registers) + i);
      registers[i] = source == nothing ? -1 : values[source];
    }
    return true;
  }

 private:
  /// In the place of a register: none, and the present place.
  static constexpr uint32_t nothing = 254;
  static constexpr uint32_t present = 255;

  RF_HD RF_INLINE void move(int32_t* values, uint32_t action, int32_t place) const {
    int32_t const actions = tables_.pattern.layout().tagged_actions;
    uint32_t const count = tables_.template at<uint8_t>(actions, action);
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t const to = tables_.template at<uint8_t>(actions, action + 2 * i + 1);
      uint32_t const from = tables_.template at<uint8_t>(actions, action + 2 * i + 2);
      values[to] = from == present ? place : values[from];
    }
  }

  Tables<Pattern> tables_;
  Text text_;
};

}  // namespace rowfuse::regex
