/// The engine for every pattern: one pass finds the nodes from which a match can be completed, then one thread follows the priorities and
/// never fails (Frisch and Cardelli, Greedy Regular Expression Matching, 2004). All matches of a text take linear time.
#pragma once

#include <cstdint>

#include <rowfuse/regex/graph.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

/// @tparam Rows EvaluatedRows or AutomatonRows.
template <class Pattern, template <class, class> class Rows, class Text = Subject>
class TwoPass {
 public:
  /// Returns the number of words that the constructor takes.
  RF_HD static int64_t memory_words(Pattern const& pattern, Text const& text) { return Rows<Pattern, Text>::memory_words(pattern, text); }

  /// Finds out what can match at each place.
  RF_HD TwoPass(Pattern pattern, Text text, uint32_t* memory) : graph_{pattern}, text_{text}, rows_{pattern, text, memory} {}

  /// Finds the first match that begins at `from` or behind it, and sets the registers of the pattern: places, or -1.
  RF_HD bool match(int32_t from, int32_t* registers) const {
    Component const main = graph_.component(graph_.components() - 1);
    if (main.entry < 0) return false;
    int32_t place = text_.aligned(from, graph_.unicode());
    while (!rows_.begins(main, place)) {
      if (place >= text_.end() || graph_.pattern.layout().sticky != 0) return false;
      Character const character = text_.next(place, graph_.unicode());
      bool const begins_inside = graph_.divides(character) && rows_.begins(main, place + 1);
      place = begins_inside ? place + 1 : character.place;
    }
    follow_all(main, place, registers);
    return true;
  }

 private:
  RF_HD void follow_all(Component const& main, int32_t place, int32_t* registers) const {
    auto const& layout = graph_.pattern.layout();
    for (int32_t i = 0; i < layout.registers; ++i) registers[i] = -1;
    registers[0] = place;
    registers[1] = follow(main, place, registers);
    // Look-arounds with groups: outer ones have the higher numbers, and set the registers of inner ones.
    for (int32_t i = layout.component_count - 2; i >= 0; --i) {
      Component const inner = graph_.component(i);
      if (inner.register_number < 0 || registers[inner.register_number] < 0) continue;
      follow(inner, registers[inner.register_number], registers);
    }
  }

  /// Follows the preferred viable nodes from the entry to the match. Returns the place there.
  RF_HD int32_t follow(Component const& component, int32_t place, int32_t* registers) const {
    bool const unicode = graph_.unicode();
    int32_t at = component.entry;
    while (true) {
      Node const node = graph_.node(at);
      at = node.next;
      switch (node.operation) {
        case Node::match: return place;
        case Node::read:
          // Only text that is not UTF-8 gets here at an end.
          if (place == (component.backward != 0 ? text_.begin() : text_.end())) return place;
          place = component.backward != 0 ? text_.previous(place, unicode).place : text_.next(place, unicode).place;
          break;
        case Node::choice:
          if (rows_.viable(component, node.argument, place)) at = node.argument;
          break;
        case Node::record: registers[node.argument] = place; break;
        case Node::clear:
          for (uint32_t i = 0; i < node.extra; ++i)
            registers[graph_.template at<uint16_t>(graph_.pattern.layout().cleared, node.argument + i)] = -1;
          break;
        default: break;
      }
    }
  }

  Graph<Pattern> graph_;
  Text text_;
  Rows<Pattern, Text> rows_;
};

}  // namespace rowfuse::regex
