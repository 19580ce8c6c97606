/// The tables of a compiled pattern: one image of bytes, and the places of its tables.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::regex {

/// Numbers of a pattern, and offsets in its image; each table begins at a multiple of 4. codegen/regex/image writes the same members in
/// the same order. The image begins with the classes of bytes: those of the characters below 128, and of 255 for
/// none, which keeps the state of a search.
struct Layout {
  // The alphabet.
  int32_t unicode;  ///< 1 if the pattern reads code points instead of units
  int32_t classes;  ///< as a class: the end of the text
  int32_t limit;    ///< characters from here on have the class `rest`
  int32_t rest;
  int32_t blocks;   ///< uint16: the block of 64 entries, by character / 64
  int32_t entries;  ///< uint8: the class, by block and character % 64
  int32_t kinds;    ///< uint8: the kinds of each class that edges test

  // Groups.
  int32_t groups;     ///< with the match itself
  int32_t registers;  ///< two per group, and one per look-around with groups
  int32_t sticky;     ///< 1 if a match begins only where a search begins
  int32_t longest;    ///< the most characters of a match; 0 if there is no limit, or a high one
  int32_t ends_text;  ///< 1 if each match ends at the end of the text, and has `longest` characters at most
  int32_t inner;      ///< 1 if a character inside a match is searched for first

  // A pattern of one set.
  int32_t set_matches;  ///< 1 if a match is one character, 2 if it is all that follow each other; 0 for any other pattern
  int32_t set_others;   ///< the members above ASCII: 0 for none, 1 for all, 2 for those of classes
  int32_t set_members;  ///< uint8: 1 if a class belongs to the set
  int32_t set_nibbles;  ///< uint8: bit h of entry l is that of the character 16 * h + l
  int32_t set_ascii0;   ///< bits of the characters from 0 on
  int32_t set_ascii1;   ///< from 32 on
  int32_t set_ascii2;
  int32_t set_ascii3;

  // A pattern of a character, others, and a character that ends them.
  int32_t enclosed_open;     ///< the first character; -1 for any other pattern
  int32_t enclosed_close;    ///< the last character
  int32_t enclosed_least;    ///< the least number of characters between them: 0 or 1
  int32_t enclosed_others;   ///< the characters above ASCII that end a run: 0 for none, 1 for all, 2 for those of classes
  int32_t enclosed_stops;    ///< uint8: the ASCII characters that end a run; bit h of entry l is that of the character 16 * h + l
  int32_t enclosed_between;  ///< uint8: 1 if a class may be between them

  // Two passes.
  int32_t nodes;       ///< Node
  int32_t members;     ///< uint8: 1 if a class belongs to a set, by set and class
  int32_t cleared;     ///< uint16: lists of registers
  int32_t components;  ///< Component
  int32_t component_count;
  int32_t row_words;  ///< the words of one place in the rows of all components

  // The automaton of the backward pass.
  int32_t viability_states;       ///< 0 if there is none
  int32_t viability_transitions;  ///< Viability: by the place of a state's row, and class
  int32_t viability_rows;         ///< uint32: one bit per node
  int32_t viability_words;        ///< the words of a row
  int32_t viability_from;         ///< rows from here on are those of places where a match begins
  int32_t viability_inside;       ///< the row of a place inside a pair

  // The search automaton.
  int32_t search_states;       ///< 0 if there is none
  int32_t search_start;        ///< the first state; -1 if it depends on the character before
  int32_t search_starts;       ///< uint16: the first state, by the kinds of the character before
  /// uint16: the next state, by state and class; bit 15 says that text is skipped behind it. A state is the place of its row: the first one
  /// has failed, the second one has succeeded. A row ends with the number of its SkipSet, and the state itself.
  int32_t search_transitions;
  int32_t search_skips;  ///< SkipSet

  // The tagged automaton.
  int32_t tagged_states;  ///< 0 if there is none
  int32_t tagged_stops;  ///< states up to this one stop; 0 has failed, the others have found a match
  int32_t tagged_start;  ///< the first state; -1 if it depends on the character before
  int32_t tagged_starts;  ///< uint16: the first state, by the kinds of the character before
  int32_t tagged_transitions;  ///< Transition: by state and class. A state that runs is `tagged_stops` + 1 + the place of its row. The last
  ///< entry of a row is the number of its SkipSet, and the action of each character that is skipped
  int32_t tagged_actions;  ///< uint8: lists of moves, each a count and pairs of registers
  int32_t tagged_outputs;  ///< uint8: by state that stops, the register of the automaton that has a register of the pattern
  int32_t tagged_registers;
  int32_t tagged_all;  ///< 1 if a loop over all matches takes linear time
  int32_t tagged_skips;  ///< SkipSet
};

/// The kinds of a class: bits.
enum Kind : uint8_t { newline = 1, word = 2, folded_word = 4, outside = 8 };

/// Reads the tables of a pattern. A pattern has `layout()` and `image()`, both of which are constants in generated code.
template <class Pattern>
struct Tables {
  Pattern pattern;

  template <class T>
  RF_HD RF_INLINE T at(int32_t table, uint32_t entry) const {
#if defined(RF_DEVICE_PASS)
    return reinterpret_cast<T const*>(pattern.image() + table)[entry];
#else
    return detail::load<T>(pattern.image() + table + entry * sizeof(T));
#endif
  }

  RF_HD RF_INLINE uint32_t class_of(uint32_t character) const {
    if (character < 0x80) return at<uint8_t>(0, character);
    if (character >= static_cast<uint32_t>(pattern.layout().limit)) return static_cast<uint32_t>(pattern.layout().rest);
    uint32_t const block = at<uint16_t>(pattern.layout().blocks, character >> 6);
    return at<uint8_t>(pattern.layout().entries, block << 6 | (character & 63));
  }

  /// Returns the class of the character before a place, or that of the ends of the text.
  template <class Text>
  RF_HD RF_INLINE uint32_t class_before(Text const& text, int32_t place) const {
    if (place <= text.begin()) return static_cast<uint32_t>(pattern.layout().classes);
    return class_of(text.previous(place, pattern.layout().unicode != 0).code);
  }

  /// Returns the first state of an automaton, which may depend on the character before a place.
  ///
  /// @param start The state, or -1 if it is an entry of the table `starts`.
  template <class Text>
  RF_HD RF_INLINE uint32_t first_state(int32_t start, int32_t starts, Text const& text, int32_t place) const {
    return start >= 0 ? static_cast<uint32_t>(start) : at<uint16_t>(starts, kinds_of(class_before(text, place)));
  }

  /// Returns the first place from `from` on at which a match may begin, as far as its length tells.
  template <class Text>
  RF_HD RF_INLINE int32_t first_begin(Text const& text, int32_t from) const {
    if (pattern.layout().ends_text == 0) return from;
    // A character has four bytes at most.
    int32_t place = text.end() - pattern.layout().longest * (text.is_ascii() ? 1 : 4);
    if (place <= from) return from;
    if (!text.is_ascii()) {
      while (place > from && detail::is_continuation(detail::byte_at(text.data() + place))) --place;
    }
    return place;
  }

  /// Returns the kinds of a class, or of the end of the text.
  RF_HD RF_INLINE uint32_t kinds_of(uint32_t character_class) const { return at<uint8_t>(pattern.layout().kinds, character_class); }
};

}  // namespace rowfuse::regex
