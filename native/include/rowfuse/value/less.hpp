/// `a < b` and `a <= b` for two strings or two bigints, either of which may be undefined.
#pragma once

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/search/compare.hpp>

namespace rowfuse {

/// ECMA-262 7.2.13 IsLessThan: undefined becomes NaN in a comparison with a string or a bigint, and nothing is less than NaN.
template <class A, class B>
RF_HD RF_INLINE bool less_if_present(A const& a, B const& b) {
  if constexpr (is_maybe<A>) {
    return a.present() && less_if_present(*a, b);
  } else if constexpr (is_maybe<B>) {
    return b.present() && less_if_present(a, *b);
#if defined(__SIZEOF_INT128__)
  } else if constexpr (BigInt<A> && BigInt<B>) {
    return static_cast<Int128>(a) < static_cast<Int128>(b);
#endif
  } else {
    return a < b;
  }
}

template <class A, class B>
RF_HD RF_INLINE bool less_or_equal_if_present(A const& a, B const& b) {
  if constexpr (is_maybe<A>) {
    return a.present() && less_or_equal_if_present(*a, b);
  } else if constexpr (is_maybe<B>) {
    return b.present() && less_or_equal_if_present(a, *b);
#if defined(__SIZEOF_INT128__)
  } else if constexpr (BigInt<A> && BigInt<B>) {
    return static_cast<Int128>(a) <= static_cast<Int128>(b);
#endif
  } else {
    return a <= b;
  }
}

}  // namespace rowfuse
