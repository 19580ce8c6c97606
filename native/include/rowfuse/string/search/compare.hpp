/// `=== !== < > <= >=` of strings, by UTF-16 units. ECMA-262 7.2.13, 7.2.15
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/equal_bytes.hpp>
#include <rowfuse/string/bytes/first_difference.hpp>
#include <rowfuse/string/unit/unit_reader.hpp>
#include <rowfuse/string/unit/unit_texts.hpp>

namespace rowfuse {

namespace detail {

/// Returns a number below, equal to or above 0 if `a` comes before, equals or comes after `b`.
template <class Left, class Right>
RF_HD RF_NOINLINE int32_t compare_units(Left left, Right right) {
  for (;;) {
    int32_t const x = left.next();
    int32_t const y = right.next();
    if (x != y || x < 0) return x - y;
  }
}

/// Maps bytes to an order that agrees with that of units. UTF-8 sorts by code point, where U+E000..U+FFFF (leads EE, EF) come before the
/// characters above U+FFFF (leads F0 and up). The units of the latter begin with a surrogate, and so come before.
RF_HD RF_INLINE int32_t unit_order(uint32_t byte) { return static_cast<int32_t>(byte >= 0xEE && byte < 0xF0 ? byte + 0x10 : byte); }

RF_HD RF_NOINLINE int32_t compare_plain(View a, View b) {
  int32_t const size = a.size < b.size ? a.size : b.size;
#if defined(RF_DEVICE_PASS)
  int32_t i = 0;
#else
  int32_t i = first_difference(a.data, b.data, size);
#endif
  for (; i < size; ++i) {
    uint32_t const x = byte_at(a.data + i);
    uint32_t const y = byte_at(b.data + i);
    if (x != y) return unit_order(x) - unit_order(y);
  }
  return a.size < b.size ? -1 : static_cast<int32_t>(a.size > b.size);
}

// Passed by value: a string whose address is taken would live in memory even where this is never called.
template <StringLike A, StringLike B>
RF_HD RF_NOINLINE int32_t compare_general(A a, B b) {
  return compare_units(reader(a), reader(b));
}

/// True for a literal of one ASCII character. Known at compile time where it is inlined.
RF_HD RF_INLINE bool is_ascii_unit(View view) {
#if defined(RF_DEVICE_PASS)
  return (view.flags & (View::literal | View::ascii)) == (View::literal | View::ascii) && view.size == 1;
#else
  // Locals: GCC merges tests of neighbouring members into one of their memory, and then keeps the view there.
  uint32_t const flags = view.flags;
  int32_t const size = view.size;
  return (flags & (View::literal | View::ascii)) == (View::literal | View::ascii) && size == 1;
#endif
}

#if !defined(RF_DEVICE_PASS)
/// True for a unit of a text that is read by index, and for a literal of one ASCII character: the bytes of two such units need not be
/// looked at. Known at compile time where it is inlined.
RF_INLINE bool is_unit(View view) { return (view.flags & View::unit) != 0; }
RF_INLINE bool are_units(View a, View b) { return is_unit(a) ? is_unit(b) || is_ascii_unit(b) : is_unit(b) && is_ascii_unit(a); }
RF_INLINE int32_t number_of_unit(View view) { return is_unit(view) ? UnitTexts::unit_of(view) : static_cast<int32_t>(byte_at(view.data)); }
#endif

/// Compares any view with a literal of one ASCII character. The view's first byte decides: that of any other character, or of half of one,
/// is above every ASCII byte, as its unit is.
RF_HD RF_INLINE int32_t compare_with_unit(View view, View unit) {
  if (view.empty()) return -1;
  auto const difference = static_cast<int32_t>(byte_at(view.data)) - static_cast<int32_t>(byte_at(unit.data));
  return difference != 0 ? difference : static_cast<int32_t>(view.size > 1);
}

template <StringLike A, StringLike B>
RF_HD RF_INLINE int32_t compare(A const& a, B const& b) {
  if constexpr (std::same_as<A, View> && std::same_as<B, View>) {
#if !defined(RF_DEVICE_PASS)
    if (are_units(a, b)) return number_of_unit(a) - number_of_unit(b);
#endif
    if (is_ascii_unit(b)) return compare_with_unit(a, b);
    if (is_ascii_unit(a)) return -compare_with_unit(b, a);
    return RF_LIKELY(a.plain() && b.plain()) ? compare_plain(a, b) : compare_general(a, b);
  } else {
    return compare_general(a, b);
  }
}

/// True if the bytes at `data`, of which there are enough, equal those of a plain view.
RF_HD RF_INLINE bool equal_to_part(char const* data, View part) {
#if defined(RF_DEVICE_PASS)
  if ((part.flags & View::literal) != 0 && part.size <= 16) return equal_literal_bytes(data, part.data, part.size);
#endif
  return equal_bytes(data, part.data, part.size);
}

/// Known at compile time where it is inlined.
RF_HD RF_INLINE bool is_empty_literal(View view) {
#if defined(RF_DEVICE_PASS)
  return (view.flags & View::literal) != 0 && view.size == 0;
#else
  uint32_t const flags = view.flags;
  int32_t const size = view.size;
  return (flags & View::literal) != 0 && size == 0;
#endif
}

template <StringLike A, StringLike B>
RF_HD RF_INLINE bool equal_strings(A const& a, B const& b) {
  if constexpr (std::same_as<A, View> && std::same_as<B, View>) {
#if !defined(RF_DEVICE_PASS)
    if (are_units(a, b)) return number_of_unit(a) == number_of_unit(b);
#endif
    // A comparison with "" needs no flags.
    if (is_empty_literal(a) || is_empty_literal(b)) return a.size == b.size;
    // Neither does one with an ASCII character: halves of characters have more bytes.
    if (is_ascii_unit(a) || is_ascii_unit(b)) return a.size == b.size && *a.data == *b.data;
    if (RF_LIKELY(a.plain() && b.plain())) {
      return (a.flags & View::literal) != 0 ? a.size == b.size && equal_to_part(b.data, a) : a.size == b.size && equal_to_part(a.data, b);
    }
    return compare_general(a, b) == 0;
  } else if constexpr (requires { a.equals(b); }) {
    return a.equals(b);
  } else if constexpr (requires { b.equals(a); }) {
    return b.equals(a);
  } else {
    if constexpr (Pieced<A> && Pieced<B>) {
      if (((flags_of(a) | flags_of(b)) & View::halves) == 0 && plain_size(a) != plain_size(b)) return false;
    }
    return compare_general(a, b) == 0;
  }
}

}  // namespace detail

template <StringLike A, StringLike B>
RF_HD RF_INLINE bool operator==(A const& a, B const& b) {
  return detail::equal_strings(a, b);
}
template <StringLike A, StringLike B>
RF_HD RF_INLINE bool operator!=(A const& a, B const& b) {
  return !detail::equal_strings(a, b);
}
template <StringLike A, StringLike B>
RF_HD RF_INLINE bool operator<(A const& a, B const& b) {
  return detail::compare(a, b) < 0;
}
template <StringLike A, StringLike B>
RF_HD RF_INLINE bool operator>(A const& a, B const& b) {
  return detail::compare(a, b) > 0;
}
template <StringLike A, StringLike B>
RF_HD RF_INLINE bool operator<=(A const& a, B const& b) {
  return detail::compare(a, b) <= 0;
}
template <StringLike A, StringLike B>
RF_HD RF_INLINE bool operator>=(A const& a, B const& b) {
  return detail::compare(a, b) >= 0;
}

}  // namespace rowfuse
