/// The text that a regular expression reads: places, and the characters before and behind them.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse::regex {

/// A UTF-16 unit or a code point, and the place on its other side.
struct Character {
  uint32_t code;
  int32_t place;
};

/// The characters of a view. A place is an offset in its bytes; the place between the halves of a pair is that of its second byte.
///
/// Every access stays inside the view's bytes, whatever they are, and every step moves the place.
class Subject {
 public:
  RF_HD RF_INLINE explicit Subject(View view)
      : data_{view.data},
        size_{view.size},
        readable_{view.size + (view.is_padded() ? View::padding : 0)},
        begin_{(view.flags & View::low_head) != 0 ? 1 : 0},
        end_{(view.flags & View::high_tail) != 0 ? view.size - 3 : view.size} {}

  RF_HD RF_INLINE int32_t begin() const { return begin_; }
  RF_HD RF_INLINE int32_t end() const { return end_; }
  /// The number of places that a table by place needs.
  RF_HD RF_INLINE int32_t places() const { return size_ + 1; }
  RF_HD RF_INLINE char const* data() const { return data_; }
  /// The number of bytes from `data()` on that can be read.
  RF_HD RF_INLINE int32_t readable() const { return readable_; }

  /// Returns the character behind a place before the end.
  RF_HD RF_INLINE Character next(int32_t place, bool unicode) const {
    uint32_t const lead = detail::byte_at(data_ + place);
    return lead < 0x80 ? Character{lead, place + 1} : next_other(place, unicode);
  }

  /// Returns the character before a place behind the beginning.
  RF_HD RF_INLINE Character previous(int32_t place, bool unicode) const {
    uint32_t const last = detail::byte_at(data_ + place - 1);
    return last < 0x80 ? Character{last, place - 1} : previous_other(place, unicode);
  }

  /// Returns the place itself, or with `unicode` that before the pair which it divides.
  RF_HD RF_INLINE int32_t aligned(int32_t place, bool unicode) const {
    return unicode && place > begin_ && place < end_ && divides_pair(place) ? place - 1 : place;
  }

 private:
  RF_HD RF_INLINE bool divides_pair(int32_t place) const { return place > 0 && detail::is_lead4(detail::byte_at(data_ + place - 1)); }

  RF_HD RF_NOINLINE Character next_other(int32_t place, bool unicode) const {
    if (divides_pair(place)) {
      int32_t const behind = place + 3 < size_ ? place + 3 : size_;
      return {detail::low_half(detail::decode_character(data_ + place - 1, size_ - place + 1)), behind};
    }
    uint32_t const lead = detail::byte_at(data_ + place);
    uint32_t const code = detail::decode_character(data_ + place, size_ - place);
    if (detail::is_lead4(lead) && (!unicode || place + 1 == end_)) return {detail::high_half(code), place + 1};
    return {code, place + detail::character_width(lead, size_ - place)};
  }

  RF_HD RF_NOINLINE Character previous_other(int32_t place, bool unicode) const {
    if (divides_pair(place)) return {detail::high_half(detail::decode_character(data_ + place - 1, size_ - place + 1)), place - 1};
    int32_t start = place - 1;
    while (start > 0 && place - start < 4 && detail::is_continuation(detail::byte_at(data_ + start))) --start;
    uint32_t const code = detail::decode_character(data_ + start, place - start);
    bool const is_pair = detail::is_lead4(detail::byte_at(data_ + start));
    if (is_pair && (!unicode || start + 1 == begin_)) return {detail::low_half(code), start + 1};
    return {code, start};
  }

  char const* data_;
  int32_t size_;
  int32_t readable_;
  int32_t begin_;
  int32_t end_;
};

}  // namespace rowfuse::regex
