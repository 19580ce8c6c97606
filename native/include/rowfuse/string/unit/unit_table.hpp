/// The UTF-16 units of a text in an array, so that an index leads to its unit and to its byte without a walk. Host only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include <rowfuse/base/unit_memory.hpp>
#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/unit/bit_select.hpp>
#include <rowfuse/string/unit/block_decoder.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/place.hpp>

namespace rowfuse::detail {

#if !defined(RF_DEVICE_PASS)

/// Units are decoded by blocks of 32 bytes when an index is asked for: from the start, or from the end if that is closer and the length is
/// known. Each is decoded once, and a loop that ends early leaves the rest of a long text alone. The place of a unit is found in the bits
/// of its block.
///
/// @tparam places True if places are asked for.
template <bool places>
class UnitTable {
 public:
  /// Begins with a view that is not empty. Returns false if there is no memory for its units.
  bool open(View view, UnitMemory* memory, int32_t number) {
    if (memory == nullptr) return false;
    // No unit of the view starts in the last three bytes of a pair without its low half.
    end_ = (view.flags & View::high_tail) == 0 ? view.size : view.size > 3 ? view.size - 3 : 1;
    blocks_ = static_cast<int32_t>((int64_t{end_} + BlockDecoder::bytes - 1) / BlockDecoder::bytes);
    // A text has at most one unit per byte, here even if its bytes are no text.
    int64_t const units = (int64_t{view.size} + gap + BlockDecoder::overshoot + 3) & ~int64_t{3};
    char* const data = memory->take(number, units * bytes_of_unit + (places ? blocks_ * bytes_of_block : 0));
    if (data == nullptr) return false;
    view_ = view;
    head_ = static_cast<int32_t>(view.flags & View::low_head);
    units_ = reinterpret_cast<uint16_t*>(data) + head_;
    if constexpr (places) index_ = reinterpret_cast<Block*>(data + units * bytes_of_unit);
    front_ = front_units_ = front_block_ = near_block_ = 0;
    near_byte_ = near_index_ = 0;
    near_is_front_ = true;
    length_ = -1;
    back_ = back_units_ = std::numeric_limits<int32_t>::max();
    back_block_ = blocks_;
    if (end_ <= BlockDecoder::bytes) decode_only_block();
    return true;
  }

  /// Forgets the units.
  RF_INLINE void forget() {
    front_ = 0;
    back_ = std::numeric_limits<int32_t>::max();
    length_ = -1;
  }

  /// True if the table holds the units of this view.
  RF_INLINE bool is_of(View const& view) const { return view_.data == view.data && view_.size == view.size && view_.flags == view.flags; }

  /// True if the unit at an index has been decoded, from the start or from the end: the tests of the short path.
  RF_INLINE bool has_front(int32_t index) const { return static_cast<uint32_t>(index) < static_cast<uint32_t>(front_); }
  RF_INLINE bool has_back(int32_t index) const { return index >= back_ && index < length_; }

  /// Returns a unit that has been decoded from the start, or from the end.
  RF_INLINE int32_t front(int32_t index) const { return units_[index]; }
  RF_INLINE int32_t back(int32_t index) const { return units_[index + gap]; }
  RF_INLINE int32_t operator[](int32_t index) const { return has_front(index) ? front(index) : back(index); }

  /// Returns the place of a unit that has been decoded.
  RF_NOINLINE Place place(int32_t index)
    requires places
  {
    bool const is_front = has_front(index);
    uint16_t const* const units = is_front ? units_ : units_ + gap;
    int32_t const distance = index - near_index_;
    // Some units from the last place, their widths are added. A lone half is as wide as any other unit of three bytes.
    bool const is_close = is_front == near_is_front_ && distance <= close && -distance <= close && (view_.flags & View::surrogates) == 0;
    if (RF_LIKELY(is_close)) {
      int32_t byte = near_byte_;
      for (int32_t i = near_index_; i < index; ++i) byte += width(units[i]);
      for (int32_t i = near_index_; i > index; --i) byte -= width(units[i - 1]);
      // Bytes that are no text may be fewer.
      near_byte_ = byte > view_.size ? view_.size : byte < 0 ? 0 : byte;
      near_index_ = index;
      return {near_byte_, static_cast<int32_t>(is_low_half(units[index]))};
    }
    int32_t const unit = index + head_;
    near_block_ = block_of(unit, is_front);
    Block const block = index_[near_block_];
    int32_t const byte = near_block_ * BlockDecoder::bytes + bit_select(block.starts, unit - block.before);
    bool const is_half = byte > 0 && is_continuation(byte_at(view_.data + byte));
    near_index_ = index;
    near_is_front_ = is_front;
    near_byte_ = byte - (is_half ? 1 : 0);
    return {near_byte_, static_cast<int32_t>(is_half)};
  }

  /// Returns the index of the unit at the start of a character, from its byte.
  int32_t index_of(int32_t byte)
    requires places
  {
    if (byte >= end_) return length();
    int32_t const block = byte / BlockDecoder::bytes;
    while (block >= front_block_ && block < back_block_) decode_front(1);
    uint32_t const before = (uint32_t{1} << byte % BlockDecoder::bytes) - 1;
    return index_[block].before + std::popcount(index_[block].starts & before) - head_;
  }

  /// Decodes the unit at an index that is not negative. Returns false past the end.
  bool reach(int32_t index) {
    if (has_front(index) || has_back(index)) return true;
    // The end may be closer than the start, as in a loop that goes backwards.
    if (length_ < 0 && index - front_ >= far) static_cast<void>(length());
    if (length_ >= 0) {
      if (index >= length_) return false;
      int32_t const from_back = (back_ < length_ ? back_ : length_) - index;
      if (from_back < index - front_) {
        while (!has_back(index) && decode_back()) continue;
        if (has_back(index)) return true;
      }
    }
    while (front_block_ < back_block_) {
      decode_front(front_block_ < most ? front_block_ + 1 : most);
      if (has_front(index)) return true;
    }
    return has_back(index);
  }

  RF_INLINE bool has_length() const { return length_ >= 0; }

  RF_INLINE int32_t length() {
    if (length_ < 0) count_rest();
    return length_;
  }

 private:
  /// The places of the units of 32 bytes.
  struct Block {
    uint32_t starts;  ///< a bit per byte at which a unit starts
    int32_t before;   ///< the units before the block
  };
  static constexpr int64_t bytes_of_unit = sizeof(uint16_t);
  static constexpr int64_t bytes_of_block = sizeof(Block);
  /// Units between those that are decoded from the start and those from the end, so that whole vectors can be written.
  static constexpr int32_t gap = 16;
  /// Blocks that are decoded together at most. More would be decoded in vain where a loop ends.
  static constexpr int32_t most = 4;
  /// Up to this distance, adding widths costs less than finding a bit.
  static constexpr int32_t close = 12;
  /// From this distance on, a count of all units costs less than decoding up to an index.
  static constexpr int32_t far = 64;

  /// By the upper nine bits of a unit: the bytes from its place to that of the next unit. Both halves of a pair have the same byte. A table,
  /// because tests of the units of a text are mispredicted.
  static constexpr std::array<uint8_t, 512> widths = [] {
    std::array<uint8_t, 512> all{};
    for (uint32_t i = 0; i < 512; ++i) {
      uint32_t const unit = i << 7;
      all[i] = unit < 0x80 ? 1 : unit < 0x800 ? 2 : is_high_half(unit) ? 0 : is_low_half(unit) ? 4 : 3;
    }
    return all;
  }();
  static RF_INLINE int32_t width(uint32_t unit) { return widths[unit >> 7]; }

  /// True if the last character before a block is a pair of which only the first byte lies before it.
  RF_INLINE bool continues(int32_t block) const {
    int32_t const before = block * BlockDecoder::bytes - 1;
    return block > 0 && block < blocks_ && is_lead4(byte_at(view_.data + before));
  }

  /// `units` counts the half before the view's first.
  void set_length(int32_t units) {
    length_ = units > head_ ? units - head_ : 0;
    back_units_ = units;
  }

  RF_NOINLINE void count_rest() {
    int32_t const byte = front_block_ * BlockDecoder::bytes;
    // The low half of a pair in two blocks is counted with its first byte, but belongs to the second.
    int32_t const units = front_units_ + static_cast<int32_t>(continues(front_block_)) +
                          (byte < end_ ? count_units(view_.data + byte, end_ - byte) : 0) - ((view_.flags & View::high_tail) != 0 ? 1 : 0);
    set_length(units < view_.size ? units : view_.size);
  }

  /// Decodes a block by `use(decoder)`. The last may be copied, because whole vectors are read.
  template <class Use>
  RF_INLINE void with_block(int32_t block, Use use) const {
    int32_t const byte = block * BlockDecoder::bytes;
    char const* const data = view_.data + byte;
    int32_t const size = end_ - byte;
    int32_t const available = view_.size - byte;
    bool const is_continued = continues(block);
    if (RF_LIKELY(available + (view_.is_padded() ? View::padding : 0) >= BlockDecoder::reach(size)))
      return use(BlockDecoder(data, size, is_continued));
    // The byte before the block is that of a pair which continues.
    alignas(16) char copy[16 + BlockDecoder::most_reach] = {};
    copy[15] = is_continued ? data[-1] : '\0';
    copy_bytes(copy + 16, data, available < BlockDecoder::most_reach ? available : BlockDecoder::most_reach);
    use(BlockDecoder(copy + 16, size, is_continued));
  }

  /// Decodes a text of one block, as most short texts are, without the steps between blocks.
  RF_INLINE void decode_only_block() {
    with_block(0, [&](BlockDecoder const& decoder) {
      if constexpr (places) index_[0] = {decoder.starts(), 0};
      decoder.decode(units_ - head_);
      front_units_ = std::popcount(decoder.starts());
    });
    front_block_ = 1;
    set_length(front_units_);
    front_ = length_;
  }

  RF_NOINLINE void decode_front(int32_t count) {
    int32_t const end = front_block_ + count < back_block_ ? front_block_ + count : back_block_;
    auto* const begin = units_ - head_;
    int32_t units = front_units_;
    for (int32_t block = front_block_; block < end; ++block) {
      with_block(block, [&](BlockDecoder const& decoder) {
        if constexpr (places) index_[block] = {decoder.starts(), units};
        units = static_cast<int32_t>(decoder.decode(begin + units) - begin);
      });
    }
    front_block_ = end;
    front_units_ = units;
    if (length_ < 0 && end == blocks_) set_length(units);
    int32_t const front = units - head_;
    front_ = length_ >= 0 && front > length_ ? length_ : front > 0 ? front : 0;
  }

  /// Decodes a block from the end. Returns false if there is none.
  RF_NOINLINE bool decode_back() {
    if (front_block_ >= back_block_) return false;
    int32_t const block = back_block_ - 1;
    bool is_decoded = false;
    with_block(block, [&](BlockDecoder const& decoder) {
      int32_t const units = back_units_ - std::popcount(decoder.starts());
      // Other bytes than those that were counted are no text.
      if (units < front_units_) return;
      if constexpr (places) index_[block] = {decoder.starts(), units};
      auto* const from = units_ - head_ + gap;
      auto* const next = reinterpret_cast<char*>(from + back_units_);
      auto const kept = load<Word16>(next);
      decoder.decode(from + units);
      if (block + 1 < blocks_) store(next, kept);
      back_units_ = units;
      is_decoded = true;
    });
    if (!is_decoded) return false;
    back_block_ = block;
    back_ = back_units_ > head_ ? back_units_ - head_ : 0;
    return true;
  }

  /// Returns the block of a unit that has been decoded: most often that of the last one, or its neighbour.
  RF_INLINE int32_t block_of(int32_t unit, bool is_front) const {
    int32_t const begin = is_front ? 0 : back_block_;
    int32_t const end = is_front ? front_block_ : blocks_;
    auto const is_before = [&](int32_t block) { return index_[block].before <= unit; };
    for (int32_t block = near_block_; block >= begin && block < end && block <= near_block_ + 1; ++block)
      if (is_before(block) && (block + 1 == end || !is_before(block + 1))) return block;
    Block const* const after =
        std::upper_bound(index_ + begin, index_ + end, unit, [](int32_t wanted, Block const& block) { return wanted < block.before; });
    auto const found = static_cast<int32_t>(after - index_) - 1;
    return found < begin ? begin : found;
  }

  int32_t front_ = 0;    // the number of units that are decoded from the start
  int32_t back_ = 0;     // the first of the units that are decoded from the end
  int32_t length_ = -1;  // -1 as long as it is unknown
  // The others are set by `open`: most rows of ASCII text have a table that is never opened.
  View view_;
  uint16_t* units_;
  Block* index_;
  int32_t end_;          // the byte after the last at which a unit may start
  int32_t head_;         // 1 if the first unit of the bytes does not belong to the view
  int32_t blocks_;       // the number of all blocks
  int32_t front_block_;  // the number of blocks that are decoded from the start
  int32_t front_units_;  // their units
  int32_t back_block_;   // the first of the blocks that are decoded from the end
  int32_t back_units_;   // the units before it
  int32_t near_block_;   // the block in which a place was found last
  int32_t near_index_;   // the unit whose place was found last
  int32_t near_byte_;    // its byte
  bool near_is_front_;
};

#endif

}  // namespace rowfuse::detail
