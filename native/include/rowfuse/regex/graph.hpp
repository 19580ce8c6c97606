/// The graph of a pattern, as two passes read it.
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

/// A node of the automaton. All but `match` and `read` continue at nodes of lower numbers.
struct Node {
  enum Operation : uint16_t { match, read, choice, edge, look, record, clear };
  uint16_t operation;
  uint16_t argument;  ///< the set, the preferred node, the test, the component, the register, or the list of registers
  uint16_t next;
  uint16_t extra;  ///< look: 1 if negated. clear: the number of registers
};

/// The tests of a place by the kinds of the characters around it.
enum class Edge : uint16_t { start, end, line_start, line_end, word_edge, no_word_edge, folded_word_edge, no_folded_word_edge };

RF_HD RF_INLINE bool holds(Edge test, uint32_t before, uint32_t behind) {
  switch (test) {
    case Edge::start: return (before & outside) != 0;
    case Edge::end: return (behind & outside) != 0;
    case Edge::line_start: return (before & (outside | newline)) != 0;
    case Edge::line_end: return (behind & (outside | newline)) != 0;
    case Edge::word_edge: return ((before ^ behind) & word) != 0;
    case Edge::no_word_edge: return ((before ^ behind) & word) == 0;
    case Edge::folded_word_edge: return ((before ^ behind) & folded_word) != 0;
    case Edge::no_folded_word_edge: return ((before ^ behind) & folded_word) == 0;
  }
  return false;
}

/// The nodes of the pattern (the last component) or of a look-around: those from `first` on, before `last`.
struct Component {
  int32_t entry;  ///< -1 if nothing matches
  int32_t first;
  int32_t last;
  int32_t backward;
  int32_t register_number;  ///< of a look-around with groups, or -1
  int32_t row;              ///< the words of the components before, per place
  int32_t words;            ///< the words of its row: one bit per node
};

/// Reads the graph of a pattern.
template <class Pattern>
struct Graph : Tables<Pattern> {
  RF_HD RF_INLINE explicit Graph(Pattern pattern) : Tables<Pattern>{pattern} {}

  RF_HD RF_INLINE int32_t components() const { return this->pattern.layout().component_count; }
  RF_HD RF_INLINE Component component(int32_t i) const {
    return this->template at<Component>(this->pattern.layout().components, static_cast<uint32_t>(i));
  }
  RF_HD RF_INLINE Node node(int32_t i) const { return this->template at<Node>(this->pattern.layout().nodes, static_cast<uint32_t>(i)); }
  RF_HD RF_INLINE bool unicode() const { return this->pattern.layout().unicode != 0; }

  /// True if a pattern may match the empty string inside a character. V8 tries each unit as the beginning of a match, also with the flag
  /// `u`: `/\B/u` matches between the halves of a pair. No character is read from there.
  RF_HD RF_INLINE bool divides(Character character) const { return unicode() && character.code > 0xFFFF; }
};

}  // namespace rowfuse::regex
