/// A place in a string, as returned by `indexOf`: a number whose units are counted only when needed.
#pragma once

#include <concepts>
#include <cstdint>

#include <rowfuse/string/unit/length.hpp>

namespace rowfuse {

/// The result of `index_of` and `last_index_of`: the unit index, or -1.
///
/// A place found in plain bytes is kept as (base, byte) and a distance in units, so that `s.slice(0, p)` and `s.char_at(p + 1)` start at
/// the byte, and `p < 0` needs no count. The number is the units of [base, base + byte) plus delta. If nothing was found, `byte` is -1 and
/// the number is -1 + delta; if the units are `counted`, the number is delta alone. `counted` is a separate member, and -1 is an ordinary
/// value of `byte`. If both are the same on all paths to a place, comparisons of bases and bytes vanish in the optimizer.
struct Position {
  char const* base = nullptr;
  int32_t byte = 0;
  bool counted = true;
  bool is_byte = false;  ///< a promise that the character there, if any, has a single byte. Never required
  int64_t delta = -1;

  constexpr Position() = default;
  RF_HD constexpr explicit Position(int64_t number) : delta{number} {}
  /// `byte` must be a character boundary in the bytes at `base`, where the unit is the first of its character; or -1.
  RF_HD constexpr Position(char const* base_, int32_t byte_, int64_t delta_ = 0, bool counted_ = false, bool is_byte_ = false)
      : base{base_}, byte{byte_}, counted{counted_}, is_byte{is_byte_}, delta{delta_} {}

  /// Returns the index. Counts units if the place is known by its byte.
  RF_HD RF_INLINE int64_t number() const {
    if (counted) return delta;
    return (byte < 0 ? -1 : detail::count_units(base, byte)) + delta;
  }

  /// number() < bound. A byte is at most one unit and a character at least one, which decides most comparisons without counting.
  RF_HD RF_INLINE bool below(int64_t bound) const {
    if (counted) return delta < bound;
    if (delta + least_units() >= bound) return false;
    if (delta + byte < bound) return true;
    return number() < bound;
  }

  /// number() == other
  RF_HD RF_INLINE bool is(int64_t other) const {
    if (counted) return delta == other;
    if (delta + least_units() > other || delta + byte < other) return false;
    return number() == other;
  }

 private:
  RF_HD RF_INLINE int32_t least_units() const { return byte < 1 ? byte : 1; }
};

RF_HD RF_INLINE Position operator+(Position position, int32_t units) {
  position.delta += units;
  return position;
}
RF_HD RF_INLINE Position operator+(int32_t units, Position position) { return position + units; }
RF_HD RF_INLINE Position operator-(Position position, int32_t units) {
  position.delta -= units;
  return position;
}

/// Converts any JavaScript number to a double.
RF_HD constexpr double to_double(double number) { return number; }
RF_HD constexpr double to_double(int32_t number) { return number; }
RF_HD constexpr double to_double(int64_t number) { return static_cast<double>(number); }
RF_HD RF_INLINE double to_double(Position position) { return static_cast<double>(position.number()); }
template <class T>
RF_HD RF_INLINE Maybe<double> to_double(Maybe<T> const& number) {
  if (number.present()) return to_double(*number);
  return number.is_null() ? Maybe<double>(null) : Maybe<double>(undefined);
}

namespace detail {

template <class T>
concept ComparedToPosition = std::same_as<T, int32_t> || std::same_as<T, double>;

RF_HD RF_INLINE bool is_before(Position a, Position b) {
  if (a.counted && b.counted) return a.delta < b.delta;
  if (!a.counted && !b.counted && a.base == b.base && a.delta == b.delta) return a.byte < b.byte;
  return a.number() < b.number();
}
RF_HD RF_INLINE bool is_same(Position a, Position b) {
  if (a.counted && b.counted) return a.delta == b.delta;
  if (!a.counted && !b.counted && a.base == b.base && a.delta == b.delta) return a.byte == b.byte;
  return a.number() == b.number();
}

}  // namespace detail

RF_HD RF_INLINE bool operator==(Position a, Position b) { return detail::is_same(a, b); }
RF_HD RF_INLINE bool operator<(Position a, Position b) { return detail::is_before(a, b); }
RF_HD RF_INLINE bool operator>(Position a, Position b) { return detail::is_before(b, a); }
RF_HD RF_INLINE bool operator<=(Position a, Position b) { return !detail::is_before(b, a); }
RF_HD RF_INLINE bool operator>=(Position a, Position b) { return !detail::is_before(a, b); }

RF_HD RF_INLINE bool operator==(Position a, int32_t b) { return a.is(b); }
RF_HD RF_INLINE bool operator<(Position a, int32_t b) { return a.below(b); }
RF_HD RF_INLINE bool operator>(Position a, int32_t b) { return !a.below(int64_t{b} + 1); }
RF_HD RF_INLINE bool operator<=(Position a, int32_t b) { return a.below(int64_t{b} + 1); }
RF_HD RF_INLINE bool operator>=(Position a, int32_t b) { return !a.below(b); }

RF_HD RF_INLINE bool operator==(Position a, double b) { return to_double(a) == b; }
RF_HD RF_INLINE bool operator<(Position a, double b) { return to_double(a) < b; }
RF_HD RF_INLINE bool operator>(Position a, double b) { return to_double(a) > b; }
RF_HD RF_INLINE bool operator<=(Position a, double b) { return to_double(a) <= b; }
RF_HD RF_INLINE bool operator>=(Position a, double b) { return to_double(a) >= b; }

template <detail::ComparedToPosition T>
RF_HD RF_INLINE bool operator<(T a, Position b) {
  return b > a;
}
template <detail::ComparedToPosition T>
RF_HD RF_INLINE bool operator>(T a, Position b) {
  return b < a;
}
template <detail::ComparedToPosition T>
RF_HD RF_INLINE bool operator<=(T a, Position b) {
  return b >= a;
}
template <detail::ComparedToPosition T>
RF_HD RF_INLINE bool operator>=(T a, Position b) {
  return b <= a;
}

}  // namespace rowfuse
