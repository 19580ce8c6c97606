/// The text that a regular expression reads: places, and the characters before and behind them.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
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
        end_{(view.flags & View::high_tail) != 0 ? view.size - 3 : view.size},
        ascii_{view.is_ascii()} {}

  RF_HD RF_INLINE int32_t begin() const { return begin_; }
  RF_HD RF_INLINE int32_t end() const { return end_; }
  /// The number of places that a table by place needs.
  RF_HD RF_INLINE int32_t places() const { return size_ + 1; }
  RF_HD RF_INLINE char const* data() const { return data_; }
  /// The number of bytes from `data()` on that can be read.
  RF_HD RF_INLINE int32_t readable() const { return readable_; }

  /// Returns the byte behind a place before the end.
  RF_HD RF_INLINE uint32_t byte(int32_t place) const {
#if defined(RF_DEVICE_PASS)
    auto offset = static_cast<uint32_t>(place - window_);
    if (offset >= 8) {
      open_window(place);
      offset = static_cast<uint32_t>(place - window_);
    }
    return static_cast<uint32_t>(bytes_ >> (8 * offset)) & 0xFF;
#else
    return detail::byte_at(data_ + place);
#endif
  }

  /// Returns the character behind a place before the end.
  RF_HD RF_INLINE Character next(int32_t place, bool unicode) const {
    uint32_t const lead = byte(place);
    return ascii_ || lead < 0x80 ? Character{lead, place + 1} : next_other(place, unicode);
  }

  /// Returns the character before a place behind the beginning.
  RF_HD RF_INLINE Character previous(int32_t place, bool unicode) const {
    uint32_t const last = byte(place - 1);
    return ascii_ || last < 0x80 ? Character{last, place - 1} : previous_other(place, unicode);
  }

  /// Returns the place itself, or with `unicode` that before the pair which it divides.
  RF_HD RF_INLINE int32_t aligned(int32_t place, bool unicode) const {
    return unicode && place > begin_ && place < end_ && divides_pair(place) ? place - 1 : place;
  }

 private:
#if defined(RF_DEVICE_PASS)
  /// Reads the eight bytes around a place. If each lane reads a text of its own, a load touches as many lines of the L1 cache as there are
  /// lanes, whether it loads one byte or eight.
  __device__ __forceinline__ void open_window(int32_t place) const {
    auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(data_ + place) & 7);
    window_ = place - phase;
    char const* const aligned = data_ + window_;
    if (window_ >= 0 && window_ + 8 <= size_) {
      auto const piece = detail::aligned_half_piece(aligned);
      bytes_ = piece.low | std::uint64_t{piece.high} << 32;
    } else {
      // Only words that hold a byte of the text are read.
      std::uint32_t const low = window_ + 4 > 0 ? detail::aligned_word(aligned) : 0;
      std::uint32_t const high = window_ + 4 < size_ ? detail::aligned_word(aligned + 4) : 0;
      bytes_ = low | std::uint64_t{high} << 32;
    }
  }
#endif

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
  bool ascii_;
#if defined(RF_DEVICE_PASS)
  mutable std::uint64_t bytes_ = 0;
  mutable int32_t window_ = -8;  // the place of their first
#endif
};

}  // namespace rowfuse::regex
