/// The viable nodes of each place, found by an automaton: for patterns without look-behinds whose automaton is small.
#pragma once

#include <cstdint>

#include <rowfuse/regex/graph.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

/// A character of the backward pass.
struct Viability {
  uint16_t state;  ///< the state before the character
  uint16_t row;    ///< the row of the place behind it
};

/// Goes through a text from its end once. Each place has the number of its row, in 16 bits.
template <class Pattern, class Text = Subject>
class AutomatonRows {
 public:
  RF_HD static int64_t memory_words(Pattern const& /*pattern*/, Text const& text) { return (int64_t{text.places()} + 1) / 2; }

  /// Without memory there are no rows, and nothing may be asked.
  RF_HD AutomatonRows(Pattern pattern, Text text, uint32_t* memory) : graph_{pattern}, rows_{reinterpret_cast<uint16_t*>(memory)} {
    if (memory == nullptr) return;
    walk(graph_, text, [&](int32_t place, uint32_t row) {
      rows_[place] = static_cast<uint16_t>(row);
      return true;
    });
  }

  /// True if a text has a match; takes no memory.
  RF_HD static bool test(Pattern pattern, Text text) {
    Graph<Pattern> const graph{pattern};
    int32_t const first = text.begin();
    bool found = false;
    walk(graph, text, [&](int32_t place, uint32_t row) {
      bool const matches = row >= static_cast<uint32_t>(pattern.layout().viability_from);
      found = matches && (pattern.layout().sticky == 0 || place == first);
      return !found;
    });
    return found;
  }

  /// True if a match can be completed from a node at a place.
  RF_HD RF_INLINE bool viable(Component const& /*component*/, int32_t node, int32_t place) const {
    auto const& layout = graph_.pattern.layout();
    auto const bit = static_cast<uint32_t>(node);
    uint32_t const word = rows_[place] * static_cast<uint32_t>(layout.viability_words) + (bit >> 5);
    return (graph_.template at<uint32_t>(layout.viability_rows, word) >> (bit & 31) & 1) != 0;
  }
  RF_HD RF_INLINE bool begins(Component const& /*main*/, int32_t place) const {
    return rows_[place] >= graph_.pattern.layout().viability_from;
  }

 private:
  /// Calls `visit(place, row)` for all places from the end to the beginning, until it returns false.
  template <class Visit>
  RF_HD static RF_INLINE void walk(Graph<Pattern> const& graph, Text const& text, Visit visit) {
    auto const& layout = graph.pattern.layout();
    bool const unicode = graph.unicode();
    uint32_t state = 0;
    int32_t place = text.end();
    auto const step = [&](uint32_t character_class) {
      auto const found = graph.template at<Viability>(layout.viability_transitions, state + character_class);
      state = found.state;
      return visit(place, found.row);
    };
    while (place > text.begin()) {
      Character const character = text.previous(place, unicode);
      if (!step(graph.class_of(character.code))) return;
      place = character.place;
      if (graph.divides(character) && !visit(place + 1, static_cast<uint32_t>(layout.viability_inside))) return;
    }
    step(static_cast<uint32_t>(layout.classes));
  }

  Graph<Pattern> graph_;
  uint16_t* rows_;
};

}  // namespace rowfuse::regex
