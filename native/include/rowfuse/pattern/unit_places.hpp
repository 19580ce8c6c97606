/// The places of a text by their indices, as `lastIndex` gives them.
#pragma once

#include <cstdint>

#include <rowfuse/pattern/found.hpp>

namespace rowfuse::detail {

/// Converts places of a text to indices of units, and back. Each step goes on from the place that was asked for before, so that a loop over
/// matches takes linear time.
class UnitPlaces {
 public:
  RF_HD RF_INLINE explicit UnitPlaces(View text) : text_{text}, place_{regex::Subject{text}.begin()} {}

  /// Returns the index of a place.
  RF_HD RF_INLINE int32_t index_of(int32_t place) {
    if (text_.is_ascii()) return place;
    units_ += place >= place_ ? part_between(text_, place_, place).length() : -part_between(text_, place, place_).length();
    place_ = place;
    return units_;
  }

  /// Returns the place of a `lastIndex`, or -1 behind the end of the text: ECMA-262, 7.1.20, ToLength.
  RF_HD RF_INLINE int32_t place_of(double last_index) {
    // NaN and negative numbers are 0. Each unit takes at least one byte.
    if (!(last_index >= 1)) return regex::Subject{text_}.begin();
    if (last_index >= static_cast<double>(text_.size) + 1) return -1;
    auto const index = static_cast<int32_t>(last_index);
    return text_.is_ascii() ? index : walk_to(index);
  }

 private:
  RF_HD RF_NOINLINE int32_t walk_to(int32_t index) {
    regex::Subject const subject{text_};
    if (index < units_ / 2) {
      place_ = subject.begin();
      units_ = 0;
    }
    for (; units_ > index; --units_) place_ = subject.previous(place_, false).place;
    for (; units_ < index; ++units_) {
      if (place_ >= subject.end()) return -1;
      place_ = subject.next(place_, false).place;
    }
    return place_;
  }

  View text_;
  int32_t place_;      // a place whose index is known
  int32_t units_ = 0;  // the index
};

}  // namespace rowfuse::detail
