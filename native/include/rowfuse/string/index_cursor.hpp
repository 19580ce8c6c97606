/// Indices of one string that go up or down in a loop: each search starts at the place of the last one.
#pragma once

#include <cstdint>

#include <rowfuse/string/lazy/char_code.hpp>
#include <rowfuse/string/unit/unit_at.hpp>

namespace rowfuse {

/// Remembers a place in a string and its unit index. Every call must pass the same string.
class IndexCursor {
 public:
  /// Returns the place of an index that is not negative, at most the view's end.
  RF_HD inline detail::Place seek(View view, int32_t index) {
    if (!is_placed_) place_ = detail::begin_of(view);
    is_placed_ = true;
    int32_t const steps = index - unit_;
    detail::Place const place = steps >= 0       ? detail::walk_forward(view, place_, steps)
                                : index < -steps ? detail::walk_forward(view, detail::begin_of(view), index)
                                                 : detail::walk_backward(view, place_, -steps).place;
    // A place past the last unit does not determine the index.
    if (place < detail::end_of(view)) {
      place_ = place;
      unit_ = index;
    }
    return place;
  }

  /// Returns the length, which is counted once.
  RF_HD inline int32_t length(View view) {
    if (length_ < 0) length_ = view.length();
    return length_;
  }

 private:
  detail::Place place_{0, 0};
  int32_t length_ = -1;
  int32_t unit_ = 0;
  bool is_placed_ = false;
};

namespace detail {

/// Returns the unit at an index; empty outside the string.
template <Index I>
RF_HD RF_INLINE View unit_near(View const& view, I i, IndexCursor& cursor) {
  int32_t const index = unit_index(i);
  if (index < 0) return {view.data, 0};
  return unit_after(view, cursor.seek(view, index));
}

}  // namespace detail

/// `s.length` with a cursor of `s`.
RF_HD RF_INLINE int32_t length_near(View const& view, IndexCursor& cursor) { return view.is_ascii() ? view.length() : cursor.length(view); }

/// `s[i]`, `s.charAt(i)`, `s.charCodeAt(i)` and `s.codePointAt(i)` with a cursor of `s`. ASCII strings do not use it.
template <Index I>
RF_HD RF_INLINE Maybe<View> unit_at_near(View const& view, I i, IndexCursor& cursor) {
  if (view.is_ascii()) return view.unit_at(i);
  if (!detail::is_element(i)) return undefined;
  return detail::or_undefined(detail::unit_near(view, i, cursor));
}

template <Index I>
RF_HD RF_INLINE View char_at_near(View const& view, I i, IndexCursor& cursor) {
  if (view.is_ascii()) return view.char_at(i);
  return detail::unit_near(view, i, cursor);
}

template <Index I>
RF_HD RF_INLINE double char_code_at_near(View const& view, I i, IndexCursor& cursor) {
  if (view.is_ascii()) return char_code_at(view, i);
  View const unit = detail::unit_near(view, i, cursor);
  return unit.empty() ? nan() : static_cast<double>(detail::unit_of_view(unit));
}

template <Index I>
RF_HD RF_INLINE int32_t char_code_within_near(View const& view, I i, IndexCursor& cursor) {
  if (view.is_ascii()) return char_code_within(view, i);
  RF_CLAIM(detail::unit_number(view, i) >= 0, "an index is within its text", to_double(i));
  return detail::unit_of_view(detail::unit_near(view, i, cursor));
}

template <Index I>
RF_HD RF_INLINE Maybe<int32_t> code_point_at_near(View const& view, I i, IndexCursor& cursor) {
  if (view.is_ascii()) return code_point_at(view, i);
  int32_t const index = detail::unit_index(i);
  if (index < 0) return undefined;
  View const units = detail::two_units_after(view, cursor.seek(view, index));
  if (units.empty()) return undefined;
  return detail::code_point_of_view(units);
}

}  // namespace rowfuse
