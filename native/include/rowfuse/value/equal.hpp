/// `a === b` for any two values.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/search/compare.hpp>
#include <rowfuse/string/unit/position.hpp>
#include <rowfuse/value/variant.hpp>

namespace rowfuse {

/// A JavaScript number in any of its forms.
template <class T>
concept Number = std::same_as<T, double> || std::same_as<T, int32_t> || std::same_as<T, Position>;

/// ECMA-262 7.2.15 IsStrictlyEqual. Values of different types are never equal; neither are `null` and `undefined`.
template <class A, class B>
RF_HD RF_INLINE bool equal(A const& a, B const& b) {
  if constexpr (is_maybe<A>) {
    if (a.present()) return equal(*a, b);
    return a.is_null() ? equal(null, b) : equal(undefined, b);
  } else if constexpr (is_maybe<B>) {
    if (b.present()) return equal(a, *b);
    return b.is_null() ? equal(a, null) : equal(a, undefined);
  } else if constexpr (Absent<A> || Absent<B>) {
    return std::is_same_v<A, B>;
  } else if constexpr (is_variant<A> || is_variant<B>) {
    return detail::holds_between(a, b, [](auto const& x, auto const& y) { return equal(x, y); });
  } else if constexpr ((StringLike<A> && StringLike<B>) || (Number<A> && Number<B>) || (std::same_as<A, bool> && std::same_as<B, bool>)) {
    return a == b;
  } else if constexpr (BigInt<A> && BigInt<B>) {
    return detail::is_equal(a, b);
  } else if constexpr (std::is_pointer_v<A> && std::same_as<A, B>) {
    // An object of the row's memory equals only itself.
    return a == b;
  } else {
    return false;
  }
}

}  // namespace rowfuse
