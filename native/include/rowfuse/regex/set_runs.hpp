/// Patterns of one set, such as `\d` or `\s+`: a search for characters, without an automaton.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/set_block.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

/// A set of characters as a pattern has it.
template <class Pattern>
class CharacterSet {
 public:
  RF_HD RF_INLINE explicit CharacterSet(Pattern pattern) : tables_{pattern} {}

  /// True if a byte is that of an ASCII member, or belongs to a character above ASCII and all of those are members.
  RF_HD RF_INLINE bool has_byte(uint32_t byte) const {
    auto const& layout = tables_.pattern.layout();
    if (byte >= 0x80) return layout.set_others == 1;
    uint64_t const bits = byte < 64 ? two_words(layout.set_ascii0, layout.set_ascii1) : two_words(layout.set_ascii2, layout.set_ascii3);
    return (bits >> (byte & 63) & 1) != 0;
  }
  /// True if the bytes of a character do not say if it is a member.
  RF_HD RF_INLINE bool asks_for_class(uint32_t byte) const { return byte >= 0x80 && tables_.pattern.layout().set_others > 1; }
  RF_HD RF_INLINE bool has(uint32_t character) const {
    return tables_.template at<uint8_t>(tables_.pattern.layout().set_members, tables_.class_of(character)) != 0;
  }
  RF_HD RF_INLINE char const* nibbles() const { return tables_.pattern.image() + tables_.pattern.layout().set_nibbles; }

 private:
  RF_HD static RF_INLINE uint64_t two_words(int32_t low, int32_t high) {
    return static_cast<uint32_t>(low) | uint64_t{static_cast<uint32_t>(high)} << 32;
  }

  Tables<Pattern> tables_;
};

/// Finds the characters of a set one after the other. The host remembers the members among the bytes around the last place.
template <class Pattern, class Text = Subject>
class SetRuns {
 public:
  RF_HD RF_INLINE SetRuns(Pattern pattern, Text text) : pattern_{pattern}, set_{pattern}, text_{text} {}

  /// True if a member is found from `from` on.
  RF_HD RF_INLINE bool test(int32_t from) { return find(from, true) < text_.end(); }

  /// Finds the first match that begins at `from` or behind it, and sets the registers of the pattern: the ends of the match.
  RF_HD RF_INLINE bool match(int32_t from, int32_t* registers) {
    bool const unicode = pattern_.layout().unicode != 0;
    int32_t const begin = find(text_.aligned(from, unicode), true);
    if (begin >= text_.end()) return false;
    registers[0] = begin;
    registers[1] = pattern_.layout().set_matches > 1 ? find(begin, false) : text_.next(begin, unicode).place;
    return true;
  }

 private:
  /// Returns the first place from `place` on whose character is a member, or is none; or the end of the text.
  RF_HD RF_INLINE int32_t find(int32_t place, bool wanted) {
    int32_t const end = text_.end();
    for (;;) {
      place = find_byte(place, end, wanted);
      if (place >= end) return end;
      if (!set_.asks_for_class(text_.byte(place))) return place;
      Character const character = text_.next(place, pattern_.layout().unicode != 0);
      if (set_.has(character.code) == wanted) return place;
      place = character.place;
    }
  }

#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
  RF_INLINE int32_t find_byte(int32_t place, int32_t end, bool wanted) {
    auto const load = [this](int32_t at) { block_.load(set_.nibbles(), text_, at); };
    return find_in_blocks(block_, place, end, load, [&] {
      int32_t const others = pattern_.layout().set_others;
      uint32_t const members = block_.members | (others == 1 ? block_.high : 0);
      return (wanted ? members : ~members) | (others > 1 ? block_.high : 0);
    });
  }
#else
  RF_HD RF_INLINE int32_t find_byte(int32_t place, int32_t end, bool wanted) {
    for (; place < end; ++place) {
      uint32_t const byte = text_.byte(place);
      if (set_.has_byte(byte) == wanted || set_.asks_for_class(byte)) break;
    }
    return place;
  }
#endif

  Pattern pattern_;
  CharacterSet<Pattern> set_;
  Text text_;
#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
  SetBlock block_;
#endif
};

/// True if bytes tell which characters of a text a pattern of one set matches, and how many matches there are.
template <class Pattern>
RF_HD RF_INLINE bool bytes_tell_matches(View text) {
  constexpr auto layout = Pattern::layout();
  return layout.set_matches > 0 && text.plain() &&
         (layout.set_others == 0 || text.is_ascii() || (layout.set_others == 1 && layout.set_matches > 1));
}

/// Returns the number of matches of such a pattern in a text of which `bytes_tell_matches` holds.
template <class Pattern>
RF_HD RF_INLINE int32_t count_set_matches(View text) {
  CharacterSet<Pattern> const set{Pattern{}};
  constexpr bool is_run = Pattern::layout().set_matches > 1;
  int32_t count = 0;
  bool inside = false;  // a run that goes on
  int32_t place = 0;
#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
  ByteSet const bytes_of_set{set.nibbles()};
  for (; place + 32 <= text.size; place += 32) {
    __m256i const bytes = rowfuse::detail::load_32(text.data + place);
    uint32_t const members = bits_of(bytes_of_set.members(bytes)) | (Pattern::layout().set_others == 1 ? bits_of(bytes) : 0);
    count += std::popcount(is_run ? members & ~(members << 1 | (inside ? 1u : 0u)) : members);
    inside = (members >> 31) != 0;
  }
#endif
  Subject const subject{text};
  for (; place < text.size; ++place) {
    bool const is_member = set.has_byte(subject.byte(place));
    count += is_member && !(is_run && inside) ? 1 : 0;
    inside = is_member;
  }
  return count;
}

}  // namespace rowfuse::regex
