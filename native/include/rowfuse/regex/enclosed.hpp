/// Patterns such as `<[^>]*>` and `"([^"]*)"`: two searches for characters, without an automaton.
#pragma once

#include <cstdint>

#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/set_block.hpp>
#include <rowfuse/regex/subject.hpp>

namespace rowfuse::regex {

#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
/// The bytes in a block that begin a match, and those that end a run.
struct EnclosedBlock : Block {
  uint32_t opens = 0;
  uint32_t stops = 0;  ///< ASCII characters alone
  uint32_t high = 0;   ///< the bytes of characters above ASCII

  /// Loads a block with the byte at `place`, which is before the end of the text.
  template <class Text>
  RF_INLINE void load(char open, char const* nibbles, Text const& text, int32_t place) {
    __m256i const bytes = bytes_around(text, place);
    opens = bits_of(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(open)));
    stops = bits_of(ByteSet{nibbles}.members(bytes));
    high = bits_of(bytes);
  }
};
#endif

/// Finds matches one after the other. The host remembers the ends among the bytes around the last place.
template <class Pattern, class Text = Subject>
class Enclosed {
 public:
  RF_HD RF_INLINE Enclosed(Pattern pattern, Text text) : tables_{pattern}, text_{text} {}

  /// Finds the first match that begins at `from` or behind it, and sets the registers of the pattern.
  RF_HD RF_INLINE bool match(int32_t from, int32_t* registers) {
    auto const& layout = tables_.pattern.layout();
    for (;;) {
      int32_t const begin = find_open(from);
      if (begin >= text_.end()) return false;
      int32_t const stop = find_stop(begin + 1);
      // All later runs would reach the end of the text, too.
      if (stop >= text_.end()) return false;
      if (static_cast<int32_t>(text_.byte(stop)) == layout.enclosed_close && stop - begin > layout.enclosed_least) {
        registers[0] = begin;
        registers[1] = stop + 1;
        if (layout.groups > 1) {
          registers[2] = begin + 1;
          registers[3] = stop;
        }
        return true;
      }
      // A match that began between the two places would stop there, too.
      from = stop;
    }
  }

 private:
  /// Returns the first place from `place` on behind which a match begins, or the end of the text.
  RF_HD RF_INLINE int32_t find_open(int32_t place) {
#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
    return find(place, [this] { return block_.opens; });
#else
    auto const open = static_cast<uint32_t>(tables_.pattern.layout().enclosed_open);
    while (place < text_.end() && text_.byte(place) != open) ++place;
    return place;
#endif
  }

  /// Returns the first place from `place` on whose character ends a run, or the end of the text.
  RF_HD RF_INLINE int32_t find_stop(int32_t place) {
    int32_t const others = tables_.pattern.layout().enclosed_others;
    for (;;) {
#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
      place = find(place, [&] { return block_.stops | (others != 0 ? block_.high : 0); });
#else
      while (place < text_.end() && !(text_.byte(place) < 0x80 ? stops_at(text_.byte(place)) : others != 0)) ++place;
#endif
      if (place >= text_.end() || others != 2 || text_.byte(place) < 0x80) return place;
      Character const character = text_.next(place, tables_.pattern.layout().unicode != 0);
      if (tables_.template at<uint8_t>(tables_.pattern.layout().enclosed_between, tables_.class_of(character.code)) == 0) return place;
      place = character.place;
    }
  }

#if defined(RF_WIDE_BYTES) && !defined(RF_DEVICE_PASS)
  template <class Bits>
  RF_INLINE int32_t find(int32_t place, Bits bits) {
    auto const open = static_cast<char>(tables_.pattern.layout().enclosed_open);
    auto const load = [this, open](int32_t at) { block_.load(open, nibbles(), text_, at); };
    return find_in_blocks(block_, place, text_.end(), load, bits);
  }

  EnclosedBlock block_;
#else
  RF_HD RF_INLINE bool stops_at(uint32_t ascii) const { return (nibbles()[ascii & 15] >> (ascii >> 4) & 1) != 0; }
#endif

  RF_HD RF_INLINE char const* nibbles() const { return tables_.pattern.image() + tables_.pattern.layout().enclosed_stops; }

  Tables<Pattern> tables_;
  Text text_;
};

}  // namespace rowfuse::regex
