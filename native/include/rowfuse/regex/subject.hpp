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
        ascii_{view.is_ascii()},
        staged_{(view.flags & View::staged) != 0} {}

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
      bytes_ = read_eight(place);
      window_ = place;
      offset = 0;
    }
    return static_cast<uint32_t>(bytes_ >> (8 * offset)) & 0xFF;
#else
    return detail::byte_at(data_ + place);
#endif
  }

  /// True if all characters are known to be ASCII.
  RF_HD RF_INLINE bool is_ascii() const { return ascii_; }
  /// Device only: true if the tables of patterns are in shared memory.
  RF_HD RF_INLINE bool has_staged_tables() const { return staged_; }
#if defined(RF_DEVICE_PASS)
  /// Returns the eight bytes from a place before the end on. Bytes behind the end are 0xFF.
  __device__ __forceinline__ std::uint64_t eight_bytes(int32_t place) const {
    std::uint64_t const bytes = read_eight(place);
    int32_t const count = end_ - place;
    return count >= 8 ? bytes : bytes | ~std::uint64_t{0} << (8 * count);
  }
#endif

  /// Returns the character behind a place before the end.
  RF_HD RF_INLINE Character next(int32_t place, bool unicode) const {
    uint32_t const lead = byte(place);
    return ascii_ || lead < 0x80 ? Character{lead, place + 1} : next_other(place, unicode);
  }

  /// Returns the character before a place behind the beginning.
  RF_HD RF_INLINE Character previous(int32_t place, bool unicode) const {
    uint32_t const last = detail::byte_at(data_ + place - 1);
    return ascii_ || last < 0x80 ? Character{last, place - 1} : previous_other(place, unicode);
  }

  /// Returns the place itself, or with `unicode` that before the pair which it divides.
  RF_HD RF_INLINE int32_t aligned(int32_t place, bool unicode) const {
    return unicode && place > begin_ && place < end_ && divides_pair(place) ? place - 1 : place;
  }

 private:
#if defined(RF_DEVICE_PASS)
  /// Reads eight bytes from a place on. If each lane reads a text of its own, a load touches as many lines of the L1 cache as there are
  /// lanes, whether it loads one byte or a word. Lanes that go on by the same steps read at the same step.
  __device__ __forceinline__ std::uint64_t read_eight(int32_t place) const {
    char const* const from = data_ + place;
    auto const phase = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(from) & 3);
    char const* const aligned = from - phase;
    auto const left = static_cast<std::uint32_t>(size_ - place);
    // Only words that hold a byte of the text are read.
    std::uint32_t const first = detail::aligned_word(aligned);
    std::uint32_t const second = phase + left > 4 ? detail::aligned_word(aligned + 4) : 0;
    std::uint32_t const third = phase > 0 && phase + left > 8 ? detail::aligned_word(aligned + 8) : 0;
    std::uint32_t const low = __funnelshift_r(first, second, 8 * phase);
    return low | std::uint64_t{__funnelshift_r(second, third, 8 * phase)} << 32;
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
  bool staged_;
#if defined(RF_DEVICE_PASS)
  mutable std::uint64_t bytes_ = 0;
  mutable int32_t window_ = -8;  // the place of their first
#endif
};

}  // namespace rowfuse::regex
