/// The UTF-16 units of any string, one after the other: the input of every general path.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/form/rope.hpp>

namespace rowfuse::detail {

/// Reads forwards. Copies continue from the same unit.
class UnitReader {
 public:
  RF_HD explicit UnitReader(Pieces pieces) : piece_{pieces.first}, last_{pieces.first + pieces.count} { open(); }

  /// Returns the next unit, or -1 at the end.
  RF_HD int32_t next() {
    if (low_ != 0) return take_low();
    while (at_ >= end_) {
      if (piece_ == last_) return -1;
      ++piece_;
      open();
      if (low_ != 0) return take_low();
    }
    auto const available = static_cast<int32_t>(end_ - at_);
    uint32_t const lead = byte_at(at_);
    if (lead < 0x80) {
      ++at_;
      return static_cast<int32_t>(lead);
    }
    uint32_t const code_point = decode_character(at_, available);
    at_ += character_width(lead, available);
    if (!is_lead4(lead)) return static_cast<int32_t>(code_point);
    // The last low half does not belong to a high_tail view.
    if (at_ < end_ || (piece_->flags & View::high_tail) == 0) low_ = low_half(code_point);
    return static_cast<int32_t>(high_half(code_point));
  }

  /// Skips up to `count` units. Returns how many there were.
  RF_HD int32_t skip(int32_t count) {
    for (int32_t i = 0; i < count; ++i)
      if (next() < 0) return i;
    return count;
  }

 private:
  RF_HD int32_t take_low() {
    auto const unit = static_cast<int32_t>(low_);
    low_ = 0;
    return unit;
  }

  RF_HD void open() {
    at_ = end_ = nullptr;
    if (piece_ == last_) return;
    View const view = *piece_;
    if (view.empty()) return;
    at_ = view.data;
    end_ = view.data + view.size;
    if ((view.flags & View::low_head) != 0) {
      low_ = low_half(decode_character(at_, view.size));
      at_ += view.size < 4 ? view.size : 4;
    }
  }

  View const* piece_;
  View const* last_;
  char const* at_ = nullptr;
  char const* end_ = nullptr;
  uint32_t low_ = 0;  // the pending low surrogate, or 0
};

/// Returns a reader of a string that outlives it. Readers have `next` and `skip`; a copy continues from the same unit.
RF_HD RF_INLINE UnitReader reader(View const& view) { return UnitReader{pieces(view)}; }
template <int N>
RF_HD RF_INLINE UnitReader reader(Rope<N> const& rope) {
  return UnitReader{pieces(rope)};
}

template <LazyString T>
RF_HD RF_INLINE auto reader(T const& string) {
  return string.reader();
}

/// Returns the first unit of a concatenation, or -1 if all of it is empty.
template <class First, class... Rest>
RF_HD int32_t first_unit(First const& first, Rest const&... rest) {
  int32_t const unit = reader(first).next();
  if constexpr (sizeof...(Rest) > 0) {
    if (unit < 0) return first_unit(rest...);
  }
  return unit;
}

}  // namespace rowfuse::detail
