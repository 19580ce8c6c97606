/// The viable nodes of each place, evaluated node by node: for every pattern.
#pragma once

#include <cstdint>

#include <rowfuse/regex/graph.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

/// A look-around is a component of its own, whose pass comes before that of the component around it. A look-ahead reads forwards, so its
/// pass runs backwards, as that of the pattern itself; a look-behind is its mirror image.
template <class Pattern, class Text = Subject>
class EvaluatedRows {
 public:
  RF_HD static int64_t memory_words(Pattern const& pattern, Text const& text) {
    return int64_t{pattern.layout().row_words} * text.places();
  }

  /// Without memory there are no rows, and nothing may be asked.
  RF_HD EvaluatedRows(Pattern pattern, Text text, uint32_t* memory) : graph_{pattern}, text_{text}, rows_{memory} {
    if (memory == nullptr) return;
    for (int32_t i = 0; i < graph_.components(); ++i) pass(graph_.component(i));
  }

  /// True if a match can be completed from a node at a place.
  RF_HD RF_INLINE bool viable(Component const& component, int32_t node, int32_t place) const {
    auto const bit = static_cast<uint32_t>(node - component.first);
    return (row(component, place)[bit >> 5] >> (bit & 31) & 1) != 0;
  }
  RF_HD RF_INLINE bool begins(Component const& main, int32_t place) const { return viable(main, main.entry, place); }

 private:
  RF_HD RF_INLINE uint32_t* row(Component const& component, int32_t place) const {
    return rows_ + int64_t{component.row} * text_.places() + int64_t{component.words} * place;
  }

  /// The classes of the characters around a place; the class of the end of the text on its outer sides.
  struct Around {
    uint32_t before;
    uint32_t behind;
  };

  RF_HD void pass(Component const& component) const {
    bool const unicode = graph_.unicode();
    auto const end_class = static_cast<uint32_t>(graph_.pattern.layout().classes);
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
      uint32_t const other_class = is_last ? end_class : graph_.class_of(other.code);
      Around const around = component.backward != 0 ? Around{read, other_class} : Around{other_class, read};
      uint32_t* const here = row(component, place);
      evaluate(component, place, here, neighbour, read, around);
      if (is_last) return;
      if (graph_.divides(other)) {
        uint32_t const half = graph_.class_of(0xD800);
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
    uint32_t const before = graph_.kinds_of(around.before);
    uint32_t const behind = graph_.kinds_of(around.behind);
    auto const is_set = [&](uint32_t const* bits, uint32_t node) {
      uint32_t const bit = node - static_cast<uint32_t>(component.first);
      return (bits[bit >> 5] >> (bit & 31) & 1) != 0;
    };
    for (int32_t i = 0; i < component.words; ++i) here[i] = 0;
    for (int32_t i = component.first; i < component.last; ++i) {
      Node const node = graph_.node(i);
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
    uint32_t const classes = static_cast<uint32_t>(graph_.pattern.layout().classes);
    return graph_.template at<uint8_t>(graph_.pattern.layout().members, set * classes + character_class) != 0;
  }

  RF_HD bool looks(Node node, int32_t place) const {
    Component const inner = graph_.component(node.argument);
    return (inner.entry >= 0 && viable(inner, inner.entry, place)) != (node.extra != 0);
  }

  Graph<Pattern> graph_;
  Text text_;
  uint32_t* rows_;
};

}  // namespace rowfuse::regex
