/// The engine for every pattern: one pass finds the nodes from which a match can be completed, then one thread follows the priorities and
/// never fails (Frisch and Cardelli, Greedy Regular Expression Matching, 2004). All matches of a text take linear time.
///
/// A look-around is a component of its own, whose pass comes before that of the component around it. A look-ahead reads forwards, so its
/// pass runs backwards, as that of the pattern itself; a look-behind is its mirror image.
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

template <class Pattern, class Text = Subject>
class TwoPass {
 public:
  /// Returns the number of words that the constructor takes.
  RF_HD static int64_t memory_words(Pattern const& pattern, Text const& text) { return int64_t{pattern.layout.row_words} * text.places(); }

  /// Finds out what can match at each place.
  RF_HD TwoPass(Pattern pattern, Text text, uint32_t* memory) : tables_{pattern}, text_{text}, rows_{memory} {
    for (int32_t i = 0; i < tables_.pattern.layout.component_count; ++i) pass(component(i));
  }

  /// Finds the first match that begins at `from` or behind it, and sets the registers of the pattern: places, or -1.
  RF_HD bool match(int32_t from, int32_t* registers) const {
    Layout const& layout = tables_.pattern.layout;
    Component const main = component(layout.component_count - 1);
    if (main.entry < 0) return false;
    bool const unicode = layout.unicode != 0;
    int32_t place = text_.aligned(from, unicode);
    while (!viable(main, main.entry, place)) {
      if (place >= text_.end() || layout.sticky != 0) return false;
      Character const character = text_.next(place, unicode);
      bool const stops_inside = divides(character) && viable(main, main.entry, place + 1);
      place = stops_inside ? place + 1 : character.place;
    }
    follow_all(main, place, registers);
    return true;
  }

 private:
  RF_HD RF_INLINE Component component(int32_t i) const {
    return tables_.template at<Component>(tables_.pattern.layout.components, static_cast<uint32_t>(i));
  }
  RF_HD RF_INLINE Node node(int32_t i) const { return tables_.template at<Node>(tables_.pattern.layout.nodes, static_cast<uint32_t>(i)); }

  RF_HD RF_INLINE uint32_t* row(Component const& component, int32_t place) const {
    return rows_ + int64_t{component.row} * text_.places() + int64_t{component.words} * place;
  }
  RF_HD RF_INLINE bool viable(Component const& component, int32_t node, int32_t place) const {
    auto const bit = static_cast<uint32_t>(node - component.first);
    return (row(component, place)[bit >> 5] >> (bit & 31) & 1) != 0;
  }

  /// The classes of the characters around a place; the class of the end of the text on its outer sides.
  struct Around {
    uint32_t before;
    uint32_t behind;
  };

  /// True if a pattern of code points may match the empty string inside a character. V8 tries each unit as the beginning of a match, also
  /// with the flag `u`: `/\B/u` matches between the halves of a pair. No character is read from there.
  RF_HD RF_INLINE bool divides(Character character) const { return tables_.pattern.layout.unicode != 0 && character.code > 0xFFFF; }

  RF_HD void pass(Component const& component) const {
    bool const unicode = tables_.pattern.layout.unicode != 0;
    auto const end_class = static_cast<uint32_t>(tables_.pattern.layout.classes);
    // The read character lies between the last place and this one, the other character on the other side.
    int32_t place = component.backward != 0 ? text_.begin() : text_.end();
    int32_t const last = component.backward != 0 ? text_.end() : text_.begin();
    uint32_t read = end_class;
    uint32_t const* neighbour = nullptr;
    while (true) {
      bool const is_last = place == last;
      Character const other = is_last                   ? Character{0, place}
                              : component.backward != 0 ? text_.next(place, unicode)
                                                        : text_.previous(place, unicode);
      uint32_t const other_class = is_last ? end_class : tables_.class_of(other.code);
      Around const around = component.backward != 0 ? Around{read, other_class} : Around{other_class, read};
      uint32_t* const here = row(component, place);
      evaluate(component, place, here, neighbour, read, around);
      if (is_last) return;
      if (divides(other)) {
        uint32_t const half = tables_.class_of(0xD800);
        int32_t const inside = (place < other.place ? place : other.place) + 1;
        evaluate(component, inside, row(component, inside), nullptr, half, {half, half});
      }
      neighbour = here;
      read = other_class;
      place = other.place;
    }
  }

  /// Computes the row of one place, node by node.
  RF_HD void evaluate(Component const& component, int32_t place, uint32_t* here, uint32_t const* neighbour, uint32_t read,
                      Around around) const {
    uint32_t const before = tables_.kinds_of(around.before);
    uint32_t const behind = tables_.kinds_of(around.behind);
    auto const is_set = [&](uint32_t const* bits, uint32_t node) {
      uint32_t const bit = node - static_cast<uint32_t>(component.first);
      return (bits[bit >> 5] >> (bit & 31) & 1) != 0;
    };
    for (int32_t i = 0; i < component.words; ++i) here[i] = 0;
    for (int32_t i = component.first; i < component.last; ++i) {
      Node const node = this->node(i);
      bool value = true;
      switch (node.operation) {
        case Node::match: break;
        case Node::read: value = neighbour != nullptr && belongs(node.argument, read) && is_set(neighbour, node.next); break;
        case Node::choice: value = is_set(here, node.argument) || is_set(here, node.next); break;
        case Node::edge: value = holds(static_cast<Edge>(node.argument), before, behind) && is_set(here, node.next); break;
        case Node::look: value = looks(node, place) && is_set(here, node.next); break;
        default: value = is_set(here, node.next); break;
      }
      auto const bit = static_cast<uint32_t>(i - component.first);
      here[bit >> 5] |= static_cast<uint32_t>(value) << (bit & 31);
    }
  }

  RF_HD RF_INLINE bool belongs(uint32_t set, uint32_t character_class) const {
    uint32_t const classes = static_cast<uint32_t>(tables_.pattern.layout.classes);
    return tables_.template at<uint8_t>(tables_.pattern.layout.members, set * classes + character_class) != 0;
  }

  RF_HD bool looks(Node node, int32_t place) const {
    Component const inner = component(node.argument);
    return (inner.entry >= 0 && viable(inner, inner.entry, place)) != (node.extra != 0);
  }

  RF_HD void follow_all(Component const& main, int32_t place, int32_t* registers) const {
    Layout const& layout = tables_.pattern.layout;
    for (int32_t i = 0; i < layout.registers; ++i) registers[i] = -1;
    registers[0] = place;
    registers[1] = follow(main, place, registers);
    // Look-arounds with groups: outer ones have the higher numbers, and set the registers of inner ones.
    for (int32_t i = layout.component_count - 2; i >= 0; --i) {
      Component const inner = component(i);
      if (inner.register_number < 0 || registers[inner.register_number] < 0) continue;
      follow(inner, registers[inner.register_number], registers);
    }
  }

  /// Follows the preferred viable nodes from the entry to the match. Returns the place there.
  RF_HD int32_t follow(Component const& component, int32_t place, int32_t* registers) const {
    bool const unicode = tables_.pattern.layout.unicode != 0;
    int32_t at = component.entry;
    while (true) {
      Node const node = this->node(at);
      at = node.next;
      switch (node.operation) {
        case Node::match: return place;
        case Node::read:
          // Only text that is not UTF-8 gets here at an end.
          if (place == (component.backward != 0 ? text_.begin() : text_.end())) return place;
          place = component.backward != 0 ? text_.previous(place, unicode).place : text_.next(place, unicode).place;
          break;
        case Node::choice:
          if (viable(component, node.argument, place)) at = node.argument;
          break;
        case Node::record: registers[node.argument] = place; break;
        case Node::clear:
          for (uint32_t i = 0; i < node.extra; ++i)
            registers[tables_.template at<uint16_t>(tables_.pattern.layout.cleared, node.argument + i)] = -1;
          break;
        default: break;
      }
    }
  }

  Tables<Pattern> tables_;
  Text text_;
  uint32_t* rows_;
};

}  // namespace rowfuse::regex
