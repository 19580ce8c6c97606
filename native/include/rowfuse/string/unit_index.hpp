/// Indices of one string that is read in a loop: `s[i]`, `s.charCodeAt(i)`, `s.slice(i, j)`, `s.length`, without a walk from its start.
#pragma once

#include <cstdint>

#include <rowfuse/base/unit_memory.hpp>
#include <rowfuse/string/lazy/char_code.hpp>
#include <rowfuse/string/part/slice.hpp>
#include <rowfuse/string/part/substring.hpp>
#include <rowfuse/string/search/index_of.hpp>
#include <rowfuse/string/unit/index_cursor.hpp>
#include <rowfuse/string/unit/unit_at.hpp>
#include <rowfuse/string/unit/unit_table.hpp>
#include <rowfuse/string/unit/unit_texts.hpp>

namespace rowfuse {

/// Finds units and places of a string that is not ASCII. The host decodes the string into a table; without memory, and on the device, each
/// search starts from the place of an earlier one.
///
/// @tparam changes True if calls may pass different strings. A table belongs to one string, and is made again for another.
/// @tparam places True if places of units are asked for. Their numbers alone take a third of the memory.
template <bool changes, bool places>
class TextIndex {
 public:
  /// @param number The number of the index among those of the row function.
  template <class Out>
  RF_HD RF_INLINE TextIndex([[maybe_unused]] Out& out, [[maybe_unused]] int32_t number) {
#if !defined(RF_DEVICE_PASS)
    if constexpr (requires { out.arena; }) memory_ = out.arena.units;
    number_ = number;
#endif
  }

  /// Returns the unit at an index, or -1 outside the string.
  RF_HD RF_INLINE int32_t unit(View const& view, int32_t index) {
#if !defined(RF_DEVICE_PASS)
    if (RF_LIKELY(table_.has_front(index) && is_current(view))) return table_.front(index);
    if (RF_LIKELY(table_.has_back(index) && is_current(view))) return table_.back(index);
    return distant_unit(view.data, view.size, view.flags, index);
#else
    return unit_by_cursor(view, index);
#endif
  }

  /// Returns the unit at an index as a view; empty outside the string.
  RF_HD RF_INLINE View unit_view(View const& view, int32_t index)
    requires places
  {
#if !defined(RF_DEVICE_PASS)
    return detail::UnitTexts::of(unit(view, index));
#else
    return view_by_cursor(view, index);
#endif
  }

  /// Returns the place of an index, at most the view's end; a negative index gives the start.
  RF_HD RF_INLINE detail::Place place(View const& view, int32_t index)
    requires places
  {
#if !defined(RF_DEVICE_PASS)
    if (RF_LIKELY(is_near(view, index))) return table_.place(index);
    return distant_place(view.data, view.size, view.flags, index);
#else
    return cursor_of(view).seek(view, detail::from_start(index));
#endif
  }

  /// Returns the index of the unit at the start of a character, from its byte.
  RF_HD RF_INLINE int32_t index_of(View const& view, int32_t byte)
    requires places
  {
#if !defined(RF_DEVICE_PASS)
    return distant_index(view.data, view.size, view.flags, byte);
#else
    return cursor_of(view).index_of(view, byte);
#endif
  }

  /// True if the string has a unit at an index that is not negative: `index < s.length`, without a count of the units after it.
  RF_HD RF_INLINE bool has(View const& view, int32_t index) {
#if !defined(RF_DEVICE_PASS)
    return RF_LIKELY(is_near(view, index)) || distant_unit(view.data, view.size, view.flags, index) >= 0;
#else
    return index < cursor_of(view).length(view);
#endif
  }

  RF_HD RF_INLINE int32_t length(View const& view) {
#if !defined(RF_DEVICE_PASS)
    if (RF_LIKELY(table_.has_length() && is_current(view))) return table_.length();
    return distant_length(view.data, view.size, view.flags);
#else
    return cursor_of(view).length(view);
#endif
  }

 private:
#if !defined(RF_DEVICE_PASS)
  RF_INLINE bool is_current(View const& view) const {
    if constexpr (changes) return table_.is_of(view);
    return true;
  }
  /// True if the short path knows the unit.
  RF_INLINE bool is_near(View const& view, int32_t index) const {
    return (table_.has_front(index) || table_.has_back(index)) && is_current(view);
  }

  /// Makes a table for the string if there is none. Returns false if there is no memory.
  bool has_table(View view) {
    if (is_open_ && is_current(view)) return true;
    // Units of an earlier string must not be found.
    table_.forget();
    detail::UnitTexts::prepare();
    is_open_ = table_.open(view, memory_, number_);
    if (!is_open_) memory_ = nullptr;
    return is_open_;
  }

  // The longer paths are out of line. They take the members of the view: GCC would keep a view that is passed whole as two words, and no
  // longer know its flags in the copy of a row function for ASCII text.
  RF_NOINLINE int32_t distant_unit(char const* data, int32_t size, uint32_t flags, int32_t index) {
    View const view{data, size, flags};
    if (index < 0 || view.empty()) return -1;
    if (!has_table(view)) return unit_by_cursor(view, index);
    return table_.reach(index) ? table_[index] : -1;
  }
  RF_NOINLINE detail::Place distant_place(char const* data, int32_t size, uint32_t flags, int32_t index)
    requires places
  {
    View const view{data, size, flags};
    if (index <= 0 || view.empty()) return detail::begin_of(view);
    if (!has_table(view)) return cursor_of(view).seek(view, index);
    return table_.reach(index) ? table_.place(index) : detail::end_of(view);
  }
  RF_NOINLINE int32_t distant_index(char const* data, int32_t size, uint32_t flags, int32_t byte)
    requires places
  {
    View const view{data, size, flags};
    if (byte <= 0 || view.empty()) return 0;
    return has_table(view) ? table_.index_of(byte) : cursor_of(view).index_of(view, byte);
  }
  RF_NOINLINE int32_t distant_length(char const* data, int32_t size, uint32_t flags) {
    View const view{data, size, flags};
    if (view.empty()) return 0;
    return has_table(view) ? table_.length() : cursor_of(view).length(view);
  }
#endif

  RF_HD RF_INLINE View view_by_cursor(View const& view, int32_t index) {
    if (index < 0) return {view.data, 0};
    return detail::unit_after(view, cursor_of(view).seek(view, index));
  }
  RF_HD RF_INLINE int32_t unit_by_cursor(View const& view, int32_t index) {
    View const unit = view_by_cursor(view, index);
    return unit.empty() ? -1 : detail::unit_of_view(unit);
  }

  /// Returns the cursor of the string.
  RF_HD RF_INLINE detail::IndexCursor& cursor_of(View const& view) {
    if constexpr (changes) {
      if (known_.data != view.data || known_.size != view.size || known_.flags != view.flags) {
        cursor_ = {};
        known_ = view;
      }
    }
    return cursor_;
  }

#if !defined(RF_DEVICE_PASS)
  detail::UnitTable<places> table_;
  UnitMemory* memory_ = nullptr;
  int32_t number_ = 0;
  bool is_open_ = false;
#endif
  detail::IndexCursor cursor_;
  View known_;
};

/// The index of a string that does not change in the row. The first finds numbers of units and the length, the second places as well.
using UnitIndex = TextIndex<false, false>;
using PlaceIndex = TextIndex<false, true>;
/// The index of a variable that holds another string from time to time.
using ChangingUnitIndex = TextIndex<true, false>;
using ChangingPlaceIndex = TextIndex<true, true>;

/// An index of either kind, for functions that need one.
template <class T>
inline constexpr bool is_text_index = false;
template <bool changes, bool places>
inline constexpr bool is_text_index<TextIndex<changes, places>> = true;
template <class T>
concept AnyTextIndex = is_text_index<T>;

/// `s.length` with an index of `s`. ASCII strings need none, here and below.
template <AnyTextIndex Near>
RF_HD RF_INLINE int32_t length_near(View const& view, Near& near) {
  return view.is_ascii() ? view.length() : near.length(view);
}

/// `s.length > units` and `s.length >= units`, see unit/length_tests.hpp.
template <AnyTextIndex Near>
RF_HD RF_INLINE bool is_longer(View const& view, int32_t units, Near& near) {
  if (view.is_ascii()) return view.size > units;
  return units < 0 || near.has(view, units);
}
template <AnyTextIndex Near>
RF_HD RF_INLINE bool is_at_least(View const& view, int32_t units, Near& near) {
  if (view.is_ascii()) return view.size >= units;
  return units <= 0 || near.has(view, units - 1);
}

/// `s[i]`, `s.charAt(i)`, `s.charCodeAt(i)` and `s.codePointAt(i)`.
template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE Maybe<View> unit_at_near(View const& view, I i, Near& near) {
#if !defined(RF_DEVICE_PASS)
  // The size and the flags of the unit do not depend on its presence, so that they are known where this is inlined.
  int32_t const index = detail::is_element(i) ? detail::unit_index(i) : -1;
  if (view.is_ascii()) {
    bool const is_inside = static_cast<uint32_t>(index) < static_cast<uint32_t>(view.size);
    View const unit{view.data + (is_inside ? index : 0), 1, View::ascii | (view.flags & View::padded)};
    return {unit, is_inside ? Presence::present : Presence::undefined};
  }
  int32_t const unit = near.unit(view, index);
  return {detail::UnitTexts::of(unit), unit >= 0 ? Presence::present : Presence::undefined};
#else
  if (view.is_ascii()) return view.unit_at(i);
  if (!detail::is_element(i)) return undefined;
  return detail::or_undefined(near.unit_view(view, detail::unit_index(i)));
#endif
}

template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE View char_at_near(View const& view, I i, Near& near) {
  if (view.is_ascii()) return view.char_at(i);
  return near.unit_view(view, detail::unit_index(i));
}

template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE View char_within_near(View const& view, I i, Near& near) {
  if (view.is_ascii()) return char_within(view, i);
  RF_CLAIM(!view.char_at(i).empty(), "an index is within its text", to_double(i));
  return near.unit_view(view, detail::unit_index(i));
}

template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE double char_code_at_near(View const& view, I i, Near& near) {
  if (view.is_ascii()) return char_code_at(view, i);
  int32_t const unit = near.unit(view, detail::unit_index(i));
  return unit < 0 ? nan() : static_cast<double>(unit);
}

template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE int32_t char_code_within_near(View const& view, I i, Near& near) {
  if (view.is_ascii()) return char_code_within(view, i);
  RF_CLAIM(detail::unit_number(view, i) >= 0, "an index is within its text", to_double(i));
  return near.unit(view, detail::unit_index(i));
}

template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE Maybe<int32_t> code_point_at_near(View const& view, I i, Near& near) {
  if (view.is_ascii()) return code_point_at(view, i);
  int32_t const index = detail::unit_index(i);
  int32_t const unit = near.unit(view, index);
  if (unit < 0) return undefined;
  if (!detail::is_high_half(static_cast<uint32_t>(unit))) return unit;
  int32_t const low = near.unit(view, index + 1);
  if (low < 0 || !detail::is_low_half(static_cast<uint32_t>(low))) return unit;
  return static_cast<int32_t>(detail::join_halves(static_cast<uint32_t>(unit), static_cast<uint32_t>(low)));
}

/// `s.at(i)`: a negative index counts from the end.
template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE Maybe<View> at_near(View const& view, I i, Near& near) {
  int32_t const index = detail::unit_index(i);
  if (view.is_ascii() || index < 0) return view.at(i);
  return detail::or_undefined(near.unit_view(view, index));
}

namespace detail {

/// Returns the place of an argument of `slice`, where a negative index counts from the end, or of `substring`.
template <Negative negative, Index I, AnyTextIndex Near>
RF_HD RF_INLINE Place place_of_argument(View const& view, I i, Near& near) {
  if constexpr (std::same_as<I, Position>) {
    return locate<negative>(view, i).place;
  } else {
    int32_t const index = unit_index(i);
    return negative == Negative::from_end && index < 0 ? seek<negative>(view, index).place : near.place(view, index);
  }
}

}  // namespace detail

/// `s.slice(start, end)`
template <Index A, AnyTextIndex Near>
RF_HD RF_INLINE View slice_near(View const& view, A start, Near& near) {
  if (view.is_ascii()) return view.slice(start);
  return detail::cut(view, detail::place_of_argument<detail::Negative::from_end>(view, start, near), detail::end_of(view));
}
template <Index A, Index B, AnyTextIndex Near>
RF_HD RF_INLINE View slice_near(View const& view, A start, B end, Near& near) {
  if (view.is_ascii()) return view.slice(start, end);
#if !defined(RF_DEVICE_PASS)
  // In this order each place is the next after the one before, in a loop that cuts part by part.
  detail::Place const from = detail::place_of_argument<detail::Negative::from_end>(view, start, near);
  return detail::cut(view, from, detail::place_of_argument<detail::Negative::from_end>(view, end, near));
#else
  return detail::cut(view, detail::place_of_argument<detail::Negative::from_end>(view, start, near),
                     detail::place_of_argument<detail::Negative::from_end>(view, end, near));
#endif
}

/// `s.substring(start, end)`
template <Index A, AnyTextIndex Near>
RF_HD RF_INLINE View substring_near(View const& view, A start, Near& near) {
  if (view.is_ascii()) return view.substring(start);
  return detail::cut(view, detail::place_of_argument<detail::Negative::before_start>(view, start, near), detail::end_of(view));
}
template <Index A, Index B, AnyTextIndex Near>
RF_HD RF_INLINE View substring_near(View const& view, A start, B end, Near& near) {
  if (view.is_ascii()) return view.substring(start, end);
  detail::Place const a = detail::place_of_argument<detail::Negative::before_start>(view, start, near);
  detail::Place const b = detail::place_of_argument<detail::Negative::before_start>(view, end, near);
  return b < a ? detail::cut(view, b, a) : detail::cut(view, a, b);
}

/// The index at which a search of `s` starts, as the place that it denotes. A negative one stays a number, because methods
/// differ in its meaning.
template <Index I, AnyTextIndex Near>
RF_HD RF_INLINE Position place_near(View const& view, I i, Near& near) {
  int32_t const index = detail::unit_index(i);
  // A position has no byte in a view that begins with half a character.
  if (view.is_ascii() || index <= 0 || (view.flags & View::low_head) != 0) return Position{index};
  return detail::position_in(view, near.place(view, index));
}

/// The number of a place that a search of `s` has found, without a count of the units before it.
template <AnyTextIndex Near>
RF_HD RF_INLINE double number_near(View const& view, Position place, Near& near) {
  bool const is_counted =
      view.is_ascii() || place.counted || place.byte < 0 || place.base != view.data || (view.flags & View::low_head) != 0;
  return static_cast<double>(is_counted ? place.number() : near.index_of(view, place.byte) + place.delta);
}

}  // namespace rowfuse
