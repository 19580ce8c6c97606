/// One unit or code point of a string as a number: `s.charCodeAt(i)`, `s.codePointAt(i)`. ECMA-262 22.1.3.3, 22.1.3.4
#pragma once

#include <cstdint>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/base/constants.hpp>
#include <rowfuse/string/lazy/lazy.hpp>
#include <rowfuse/string/part/slice.hpp>

namespace rowfuse {

namespace detail {

/// Returns the first code point of units: a high surrogate joins a low surrogate after it. Returns -1 if there is no unit.
template <class Reader>
RF_HD RF_INLINE int32_t first_code_point(Reader units) {
  int32_t const unit = units.next();
  if (unit < 0 || !is_high_half(static_cast<uint32_t>(unit))) return unit;
  int32_t const low = units.next();
  if (low < 0 || !is_low_half(static_cast<uint32_t>(low))) return unit;
  return static_cast<int32_t>(join_halves(static_cast<uint32_t>(unit), static_cast<uint32_t>(low)));
}

/// Passed by value: a view whose address is taken would live in memory even where this is never called.
RF_HD RF_NOINLINE int32_t unit_of_view(View unit) { return reader(unit).next(); }
RF_HD RF_NOINLINE int32_t code_point_of_view(View units) { return first_code_point(reader(units)); }

/// Returns the units after a place, as many as a code point can have.
RF_HD RF_INLINE View two_units_after(View view, Place place) { return cut(view, place, walk_forward(view, place, 2)); }

/// Returns the unit at an index, or -1 outside the string.
template <Index I>
RF_HD RF_INLINE int32_t unit_number(View const& view, I i) {
  if (view.is_ascii()) {
    int32_t const offset = unit_index(i);
    return offset >= 0 && offset < view.size ? static_cast<int32_t>(byte_at(view.data + offset)) : -1;
  }
  View const unit = view.char_at(i);
  return unit.empty() ? -1 : unit_of_view(unit);
}
template <int N, Index I>
RF_HD RF_INLINE int32_t unit_number(Rope<N> const& rope, I i) {
  View const unit = rope.char_at(i);
  return unit.empty() ? -1 : unit_of_view(unit);
}
template <LazyString T, Index I>
RF_HD RF_NOINLINE int32_t unit_number(T string, I i) {
  int32_t const index = unit_index(i);
  auto units = string.reader();
  return index >= 0 && units.skip(index) == index ? units.next() : -1;
}

/// Returns the code point at an index, or -1 outside the string.
template <Index I>
RF_HD RF_INLINE int32_t code_point_number(View const& view, I i) {
  if (view.is_ascii()) return unit_number(view, i);
  auto const walk = locate<Negative::before_start>(view, i);
  if (walk.short_by > 0) return -1;
  View const units = two_units_after(view, walk.place);
  return units.empty() ? -1 : code_point_of_view(units);
}
template <int N, Index I>
RF_HD RF_NOINLINE int32_t code_point_number(Rope<N> rope, I i) {
  int32_t const index = unit_index(i);
  auto units = reader(rope);
  return index >= 0 && units.skip(index) == index ? first_code_point(units) : -1;
}
template <LazyString T, Index I>
RF_HD RF_NOINLINE int32_t code_point_number(T string, I i) {
  int32_t const index = unit_index(i);
  auto units = string.reader();
  return index >= 0 && units.skip(index) == index ? first_code_point(units) : -1;
}

}  // namespace detail

/// `s.charCodeAt(i)`: NaN outside the string.
template <StringLike S, Index I>
RF_HD RF_INLINE double char_code_at(S const& string, I i) {
  int32_t const unit = detail::unit_number(string, i);
  return unit < 0 ? nan() : static_cast<double>(unit);
}

/// `s.charCodeAt(i)` of an index within the string.
template <StringLike S, Index I>
RF_HD RF_INLINE int32_t char_code_within(S const& string, I i) {
  RF_CLAIM(detail::unit_number(string, i) >= 0, "an index is within its text", to_double(i));
  if constexpr (std::same_as<S, View>) {
    if (string.is_ascii()) return static_cast<int32_t>(detail::byte_at(string.data + detail::unit_index(i)));
  }
  return detail::unit_number(string, i);
}

/// `s.codePointAt(i)`: undefined outside the string.
template <StringLike S, Index I>
RF_HD RF_INLINE Maybe<int32_t> code_point_at(S const& string, I i) {
  int32_t const code_point = detail::code_point_number(string, i);
  if (code_point < 0) return undefined;
  return code_point;
}

}  // namespace rowfuse
