/// Places in a text that lie close to the last ones, without memory.
#pragma once

#include <cstdint>

#include <rowfuse/string/unit/place.hpp>

namespace rowfuse::detail {

/// Remembers two places of a string and their indices: the last one found on each of two courses through the string, such as one from each
/// end. A search starts from the closer one, or from the start.
class IndexCursor {
 public:
  /// Returns the place of an index that is not negative, at most the view's end. Every call must pass the same string.
  RF_HD inline Place seek(View view, int32_t index) {
    if (!is_placed_) start(view);
    // The distances exclude each other's sign: only the closer place moves.
    bool const is_first = distance(first_.unit, index) <= distance(second_.unit, index);
    Known const from = is_first ? first_ : second_;
    int32_t const steps = index - from.unit;
    Place const place = steps >= 0       ? walk_forward(view, from.place, steps)
                        : index < -steps ? walk_forward(view, begin_of(view), index)
                                         : walk_backward(view, from.place, -steps).place;
    // A place past the last unit does not determine the index.
    if (place < end_of(view)) (is_first ? first_ : second_) = {place, index};
    return place;
  }

  /// Returns the length, which is counted once. The end is then a known place.
  RF_HD inline int32_t length(View view) {
    if (length_ >= 0) return length_;
    length_ = view.length();
    if (!is_placed_) start(view);
    second_ = {end_of(view), length_};
    return length_;
  }

  /// Returns the index of the unit at the start of a character, from its byte.
  RF_HD inline int32_t index_of(View view, int32_t byte) {
    if (!is_placed_) start(view);
    bool const is_first = distance(first_.place.byte, byte) <= distance(second_.place.byte, byte);
    Known const from = is_first ? first_ : second_;
    int32_t const first_unit = from.unit - from.place.half;
    int32_t const unit = byte >= from.place.byte ? first_unit + count_units(view.data + from.place.byte, byte - from.place.byte)
                                                 : first_unit - count_units(view.data + byte, from.place.byte - byte);
    if (byte < view.size) (is_first ? first_ : second_) = {{byte, 0}, unit};
    return unit;
  }

 private:
  struct Known {
    Place place;
    int32_t unit;
  };

  RF_HD static int32_t distance(int32_t a, int32_t b) { return a < b ? b - a : a - b; }

  RF_HD void start(View view) {
    first_ = second_ = {begin_of(view), 0};
    is_placed_ = true;
  }

#if defined(RF_DEVICE_PASS)
  Known first_{};
  Known second_{};
#else
  // Set by `start`: a host needs a cursor only where it has no memory.
  Known first_;
  Known second_;
#endif
  int32_t length_ = -1;
  bool is_placed_ = false;
};

}  // namespace rowfuse::detail
