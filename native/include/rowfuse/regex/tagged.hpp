/// The first match with its groups in one pass: a deterministic automaton whose transitions move places between registers (Laurikari,
/// NFAs with Tagged Transitions, 2000).
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/search.hpp>
#include <rowfuse/regex/skip.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

struct Transition {
  uint16_t state;
  /// Moves before the character is read: 0 for none, 1 + the register that gets the place, or 256 + the offset of a list; and `skip_bit`.
  uint16_t action;
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
#if defined(RF_DEVICE_PASS)
    if (layout.longest > 0 && layout.search_states > 0 && layout.sticky == 0 && text_.is_ascii()) {
      from = begin_of_match(from);
      if (from < 0) return false;
    }
#endif
    int32_t place = text_.aligned(tables_.first_begin(text_, from), unicode);
    uint32_t state = tables_.first_state(layout.tagged_start, layout.tagged_starts, text_, place);
    if (layout.tagged_skips != 0 && (state & skip_bit) != 0) {
      state &= ~skip_bit;
#if !defined(RF_DEVICE_PASS)
      place = skip(state, values, place);
#endif
    }
    auto const take = [&](Transition transition, int32_t behind) {
      state = transition.state;
      if (transition.action == 0) {
        place = behind;
        return;
      }
      uint32_t const moves = layout.tagged_skips != 0 ? transition.action & ~skip_bit : transition.action;
      if (moves != 0) move(values, moves, place);
#if defined(RF_DEVICE_PASS)
      place = behind;
#else
      place = moves == transition.action ? behind : skip(state, values, behind);
#endif
    };
    while (state > stops && place < text_.end()) {
      Character const character = text_.next(place, unicode);
      take(step(state, tables_.class_of(character.code)), character.place);
    }
    while (state > stops) take(step(state, end_class), place);
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
  /// Actions from here on are offsets of lists.
  static constexpr uint32_t first_list = 256;

  RF_HD RF_INLINE Transition step(uint32_t state, uint32_t character_class) const {
    auto const& layout = tables_.pattern.layout();
    auto const first = static_cast<uint32_t>(layout.tagged_stops) + 1;
    return tables_.template at<Transition>(layout.tagged_transitions, state - first + character_class);
  }

#if defined(RF_DEVICE_PASS)
  /// Returns a place at or a little before the beginning of the first match, or -1 if there is none. The search asks nothing of registers,
  /// for which lanes would wait.
  __device__ __forceinline__ int32_t begin_of_match(int32_t from) const {
    int32_t const place = Search<Pattern, Text>{tables_.pattern, text_}.place_of_answer(from);
    if (place < 0) return -1;
    // A match that begins earlier than this would have ended before, and its end would have been the answer.
    int32_t const begin = place - 1 - tables_.pattern.layout().longest;
    return begin > from ? begin : from;
  }
#else
  /// Host only: skips the characters that keep a state. Returns the place behind them.
  RF_INLINE int32_t skip(uint32_t state, int32_t* values, int32_t place) const {
    auto const& layout = tables_.pattern.layout();
    Transition const kept = step(state, static_cast<uint32_t>(layout.classes) + 1);
    int32_t const to = skipped(tables_, layout.tagged_skips, kept.state, text_, place);
    // All characters make the same moves, and the last ones are left.
    if (kept.action != 0 && to > place) move(values, kept.action, text_.previous(to, layout.unicode != 0).place);
    return to;
  }
#endif

  RF_HD RF_INLINE void move(int32_t* values, uint32_t action, int32_t place) const {
    if (action < first_list) {
      values[action - 1] = place;
      return;
    }
    action -= first_list;
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
