/// The units of a sequence of views.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/character.hpp>
#include <rowfuse/string/lazy/lazy.hpp>

namespace rowfuse::detail {

/// Reads the views of `Views::next(View&)` until it returns false. Copies continue from the same unit.
template <class Views>
class ViewListReader {
 public:
  RF_HD explicit ViewListReader(Views views) : views_{views} {}

  /// Returns the next unit, or -1 at the end.
  RF_HD RF_NOINLINE int32_t next() {
    if (low_ == 0 && !fill()) return -1;
    if (low_ != 0) {
      auto const unit = static_cast<int32_t>(low_);
      low_ = 0;
      return unit;
    }
    auto const available = static_cast<int32_t>(end_ - at_);
    uint32_t const lead = byte_at(at_);
    uint32_t const code_point = decode_character(at_, available);
    at_ += character_width(lead, available);
    if (!is_lead4(lead)) return static_cast<int32_t>(code_point);
    // The last low half does not belong to a high_tail view.
    if (at_ < end_ || !high_tail_) low_ = low_half(code_point);
    return static_cast<int32_t>(high_half(code_point));
  }
  RF_HD int32_t skip(int32_t count) { return skip_units(*this, count); }

 private:
  /// Advances to a view with units left.
  RF_HD bool fill() {
    while (at_ >= end_) {
      View view;
      if (!views_.next(view)) return false;
      if (view.empty()) continue;
      at_ = view.data;
      end_ = view.data + view.size;
      high_tail_ = (view.flags & View::high_tail) != 0;
      if ((view.flags & View::low_head) != 0) {
        low_ = low_half(decode_character(at_, view.size));
        at_ += view.size < 4 ? view.size : 4;
        return true;
      }
    }
    return true;
  }

  Views views_;
  char const* at_ = nullptr;
  char const* end_ = nullptr;
  uint32_t low_ = 0;  // the pending low surrogate, or 0
  bool high_tail_ = false;
};

/// Writes the UTF-8 of a sequence of views into [at, end).
template <class Views>
RF_HD RF_NOINLINE Written write_views(char* at, char* end, Views views) {
  Utf8Sink sink{at, end};
  for (View view; views.next(view);) sink.view(view);
  sink.flush();
  return {sink.at, sink.needed};
}

#if !defined(RF_DEVICE_PASS)
/// Host only: writes a sequence of views that are all plain. Writes what fits, and counts everything.
template <class Views>
RF_NOINLINE Written write_plain_views(char* at, char* end, Views views) {
  int64_t needed = 0;
  for (View view; views.next(view);) {
    Written const written = write_bounded(at, end, view);
    needed += written.needed;
    at = written.at;
  }
  return {at, needed};
}
#endif

}  // namespace rowfuse::detail
