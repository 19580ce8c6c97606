/// The UTF-16 units of a text in an array, so that an index leads to its unit and to its byte without a walk. Host only.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include <rowfuse/base/unit_memory.hpp>
#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/place.hpp>
#include <rowfuse/string/unit/unit_at.hpp>

namespace rowfuse::detail {

#if !defined(RF_DEVICE_PASS)

/// Units are decoded when an index is asked for: from the start up to some units past it, or from the end if that is closer and the length
/// is known. Each is decoded once, and a loop that ends early leaves the rest of a long text alone.
///
/// @tparam places True if the place of each unit is kept, too.
template <bool places>
class UnitTable {
 public:
  /// Begins with a view that is not empty. Returns false if there is no memory for its units.
  bool open(View view, UnitMemory* memory, int32_t number) {
    if (memory == nullptr) return false;
    // A text has at most one unit per byte. A last character whose bytes are missing may have two, and whole blocks are stored at its end.
    int64_t const units = (int64_t{view.size} + 1 + block + 3) & ~int64_t{3};
    char* const data = memory->take(number, units * (places ? bytes_of_unit + bytes_of_place : bytes_of_unit));
    if (data == nullptr) return false;
    view_ = view;
    units_ = reinterpret_cast<uint16_t*>(data);
    if constexpr (places) places_ = reinterpret_cast<uint32_t*>(data + units * bytes_of_unit);
    front_ = front_byte_ = 0;
    length_ = -1;
    back_ = std::numeric_limits<int32_t>::max();
    back_byte_ = end_of(view).byte;
    if ((view.flags & View::low_head) != 0) {
      store(front_++, low_half(decode_character(view.data, view.size)), {0, 1});
      front_byte_ = after_pair(view, 0);
      if (front_byte_ >= back_byte_) meet();
    }
    return true;
  }

  /// True if the table holds the units of this view.
  RF_INLINE bool is_of(View const& view) const { return view_.data == view.data && view_.size == view.size && view_.flags == view.flags; }

  /// True if the unit at an index has been decoded from the start: the test of the short path.
  RF_INLINE bool has_front(int32_t index) const { return static_cast<uint32_t>(index) < static_cast<uint32_t>(front_); }

  /// Returns a unit that has been decoded, here and below.
  RF_INLINE int32_t operator[](int32_t index) const { return units_[index]; }
  RF_INLINE Place place(int32_t index) const {
    uint32_t const place = places_[index];
    return {static_cast<int32_t>(place & ~half_bit), static_cast<int32_t>(place / half_bit)};
  }
  RF_INLINE View view_of(int32_t index) const {
    uint32_t const unit = units_[index];
    Place const at = place(index);
    if (unit < 0x80) return {view_.data + at.byte, 1, View::ascii | (view_.flags & View::padded)};
    if ((unit & 0xF800u) == 0xD800u) return unit_after(view_, at);
    return {view_.data + at.byte, unit < 0x800 ? 2 : 3, view_.flags & (View::surrogates | View::padded)};
  }

  /// Returns the index of the unit at the start of a character, from its byte.
  int32_t index_of(int32_t byte)
    requires places
  {
    while (byte >= front_byte_ && byte < back_byte_) extend_front(front_);
    bool const is_front = byte < front_byte_ || front_ == length_;
    uint32_t const* const begin = places_ + (is_front ? 0 : back_);
    uint32_t const* const end = places_ + (is_front ? front_ : length_);
    // The end of the text is the place of no unit.
    uint32_t const* const found =
        std::lower_bound(begin, end, byte, [](uint32_t place, int32_t wanted) { return static_cast<int32_t>(place & ~half_bit) < wanted; });
    return static_cast<int32_t>(found - places_);
  }

  /// Decodes the unit at an index that is not negative. Returns false past the end.
  bool reach(int32_t index) {
    if (has_front(index)) return true;
    // The end may be closer than the start, as in a loop that goes backwards.
    if (length_ < 0 && index - front_ >= far) static_cast<void>(length());
    if (length_ >= 0) {
      if (index >= length_) return false;
      if (index >= back_) return true;
      if (length_ - index < index - front_) {
        extend_back(index);
        return true;
      }
    }
    extend_front(index);
    return index < front_;
  }

  int32_t length() {
    if (length_ >= 0) return length_;
    int32_t const units = front_ + count_units(view_.data + front_byte_, back_byte_ - front_byte_) + tail_units();
    // There is room for one unit per byte, whatever the bytes are.
    length_ = units < view_.size ? units : view_.size;
    back_ = length_;
    add_tail();
    if (front_byte_ >= back_byte_) meet();
    return length_;
  }

 private:
  static constexpr int64_t bytes_of_unit = sizeof(uint16_t);
  static constexpr int64_t bytes_of_place = sizeof(uint32_t);
  /// Marks the place between the halves of a character. No text has as many bytes.
  static constexpr uint32_t half_bit = 0x80000000u;
  /// Bytes that are tested and stored together while they are ASCII.
  static constexpr int32_t block = 8;
  /// Units that are decoded at least, so that a step of a loop seldom leaves the short path.
  static constexpr int32_t least = 16;
  static constexpr int32_t most = 4096;
  /// From this distance on, a count of all units costs less than decoding up to an index: 60 ns against 2,400 for 1,000 units.
  static constexpr int32_t far = 64;

  RF_INLINE void store(int32_t index, uint32_t unit, [[maybe_unused]] Place place) {
    units_[index] = static_cast<uint16_t>(unit);
    if constexpr (places) places_[index] = static_cast<uint32_t>(place.byte) | (place.half != 0 ? half_bit : 0);
  }

  /// Stores eight bytes as units; those that are ASCII are right.
  RF_INLINE void store_block(int32_t index, int32_t byte) {
    auto const* const from = reinterpret_cast<unsigned char const*>(view_.data) + byte;
    uint16_t* const to = units_ + index;
    for (int32_t i = 0; i < block; ++i) to[i] = from[i];
    if constexpr (places) {
      uint32_t* const at = places_ + index;
      for (int32_t i = 0; i < block; ++i) at[i] = static_cast<uint32_t>(byte + i);
    }
  }

  /// Returns how many of eight bytes are ASCII before the first that is not.
  static RF_INLINE int32_t ascii_bytes(uint64_t word) {
    uint64_t const high = word & every_high_bit;
#if defined(RF_LITTLE_ENDIAN)
    return high == 0 ? block : std::countr_zero(high) >> 3;
#else
    return high == 0 ? block : 0;
#endif
  }

#if defined(RF_LITTLE_ENDIAN)
  /// True if a word is four characters of two bytes, as in most alphabets.
  static RF_INLINE bool is_four_pairs(uint64_t word) { return (word & 0xC0E0C0E0C0E0C0E0u) == 0x80C080C080C080C0u; }

  RF_INLINE void store_four_pairs(int32_t index, uint64_t word, int32_t byte) {
    detail::store(reinterpret_cast<char*>(units_ + index), (word & 0x001F001F001F001Fu) << 6 | (word >> 8 & 0x003F003F003F003Fu));
    if constexpr (places) {
      for (int32_t i = 0; i < 4; ++i) places_[index + i] = static_cast<uint32_t>(byte + 2 * i);
    }
  }
#endif

  /// Stores a character of two or more bytes, whose last may be missing. Returns its bytes.
  RF_INLINE int32_t store_character(int32_t& index, int32_t byte) {
    char const* const data = view_.data + byte;
    uint32_t const lead = byte_at(data);
    int32_t const available = view_.size - byte;
    if (RF_LIKELY(available >= 4 && lead < 0xF0)) {
      uint32_t const second = byte_at(data + 1) & 0x3F;
      if (lead < 0xE0) {
        // A continuation at the start is a character of its own, as for `decode_character`.
        store(index++, lead < 0xC0 ? lead : (lead & 0x1F) << 6 | second, {byte, 0});
        return lead < 0xC0 ? 1 : 2;
      }
      store(index++, (lead & 0x0F) << 12 | second << 6 | (byte_at(data + 2) & 0x3F), {byte, 0});
      return 3;
    }
    uint32_t const code_point = decode_character(data, available);
    if (is_lead4(lead)) {
      store(index++, high_half(code_point), {byte, 0});
      store(index++, low_half(code_point), {byte, 1});
    } else {
      store(index++, code_point, {byte, 0});
    }
    return character_width(lead, available);
  }

  /// A view may end with the high half of its last character.
  int32_t tail_units() const { return (view_.flags & View::high_tail) != 0 ? 1 : 0; }
  /// Adds that half, once the length is known.
  void add_tail() {
    if (tail_units() == 0 || back_ == 0) return;
    --back_;
    store(back_, high_half(decode_character(view_.data + back_byte_, view_.size - back_byte_)), {back_byte_, 0});
  }
  /// Makes all units units of the start, when there are none left to decode.
  void meet() {
    if (length_ < 0) {
      back_ = length_ = front_ + tail_units();
      add_tail();
    }
    front_ = length_;
  }

  RF_NOINLINE void extend_front(int32_t index) {
    int64_t const more = front_ < least ? least : front_ < most ? front_ : most;
    int64_t const until = index + more;
    // Locals, because stores of units could otherwise change the members.
    int32_t unit = front_;
    int32_t byte = front_byte_;
    int32_t const end = back_byte_;
    while (unit < until && byte < end) {
      // A block must not reach the units that have been decoded from the end.
      if (end - byte >= block && unit + block <= back_) {
        auto const word = load<uint64_t>(view_.data + byte);
        int32_t const ascii = ascii_bytes(word);
        if (ascii > 0) {
          store_block(unit, byte);
          unit += ascii;
          byte += ascii;
          continue;
        }
#if defined(RF_LITTLE_ENDIAN)
        if (is_four_pairs(word)) {
          store_four_pairs(unit, word, byte);
          unit += 4;
          byte += 8;
          continue;
        }
#endif
      }
      byte += store_character(unit, byte);
    }
    front_ = unit;
    front_byte_ = byte;
    if (byte >= end) meet();
  }

  /// Decodes backwards, to some units before an index between the two ends.
  RF_NOINLINE void extend_back(int32_t index) {
    int64_t const done = length_ - back_;
    int64_t const until = index - (done < least ? least : done < most ? done : most);
    // Two units fit between the ends as long as the bytes are those that were counted.
    while (back_ > until && back_byte_ > front_byte_ && back_ - front_ >= 2) {
      if (back_byte_ - front_byte_ >= block && back_ - front_ >= block &&
          ascii_bytes(load<uint64_t>(view_.data + back_byte_ - block)) == block) {
        back_ -= block;
        back_byte_ -= block;
        store_block(back_, back_byte_);
        continue;
      }
      int32_t const end = back_byte_;
      do --back_byte_;
      while (back_byte_ > front_byte_ && is_continuation(byte_at(view_.data + back_byte_)));
      uint32_t const lead = byte_at(view_.data + back_byte_);
      uint32_t const code_point = decode_character(view_.data + back_byte_, end - back_byte_);
      if (is_lead4(lead)) store(--back_, low_half(code_point), {back_byte_, 1});
      store(--back_, is_lead4(lead) ? high_half(code_point) : code_point, {back_byte_, 0});
    }
    if (back_ - front_ < 2) extend_front(back_);
    if (front_byte_ >= back_byte_) meet();
  }

  View view_;
  uint16_t* units_ = nullptr;
  uint32_t* places_ = nullptr;
  int32_t front_ = 0;       // the number of units that are decoded from the start
  int32_t front_byte_ = 0;  // the byte after them
  int32_t back_ = 0;        // the first of the units that are decoded from the end
  int32_t back_byte_ = 0;   // its byte
  int32_t length_ = -1;     // -1 as long as it is unknown
};

#endif

}  // namespace rowfuse::detail
