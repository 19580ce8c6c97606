/// Monoids, to which a window is reduced in a time that does not depend on its size: associative operations with an identity.
/// No element is ever taken out of a result again. So a NaN or an infinity is gone as soon as the window has left it, and the
/// error does not grow from row to row.
///
/// A monoid has
///   Element                  the form in which an element is stored: small, because tiles of elements are stored
///   absent()                 the stored form of a null, whose value is the identity
///   element(x)               the stored form of a value
///   value(Element) -> Value
///   identity(), combine(left, right)   combine(identity(), x) and combine(x, identity()) are x, bit for bit
///   result(Value)            the value that the row function sees
/// combine(left, right) takes neighbours in the order of their rows. Doubles are not associative; rolling/order.hpp defines the
/// order in which they are combined.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::rolling {

/// A monoid that stores elements as their values.
template <class ValueType>
struct Plain {
  using Value = ValueType;
  using Element = ValueType;
  RF_HD static constexpr Value value(Element element) { return element; }
};

/// The sum of doubles. Its identity is -0, because 0 + -0 is 0. An empty sum, or a sum of -0 alone, is 0, as in a loop that begins with
/// `let s = 0`.
struct Sum : Plain<double> {
  RF_HD static constexpr double identity() { return -0.0; }
  RF_HD static constexpr double absent() { return identity(); }
  RF_HD static constexpr double element(double x) { return x; }
  RF_HD static constexpr double combine(double left, double right) { return left + right; }
  RF_HD static constexpr double result(double total) { return 0.0 + total; }
};

/// The exact sum of integers. `Integer` has room for the sum of every window: int64_t or Int128.
template <class Integer>
struct ExactSum : Plain<Integer> {
  RF_HD static constexpr Integer identity() { return 0; }
  RF_HD static constexpr Integer absent() { return 0; }
  template <class Value>
  RF_HD static constexpr Integer element(Value x) {
    return static_cast<Integer>(x);
  }
  RF_HD static constexpr Integer combine(Integer left, Integer right) { return left + right; }
  RF_HD static constexpr Integer result(Integer total) { return total; }
};

namespace detail {

inline constexpr std::int64_t lowest_key = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t highest_key = std::numeric_limits<std::int64_t>::max();

/// Maps doubles to integers of the same order: -0 is below 0, and NaNs are beyond the infinities.
RF_HD constexpr std::int64_t ordered(double x) {
  auto const bits = static_cast<std::int64_t>(math::detail::to_bits(x));
  return bits ^ (bits >> 63 & highest_key);
}
RF_HD constexpr double from_ordered(std::int64_t key) {
  double const x = math::detail::from_bits(static_cast<std::uint64_t>(key ^ (key >> 63 & highest_key)));
  return x != x ? nan() : x;
}

}  // namespace detail

/// `Math.min` of all elements (ECMA-262 21.3.2.25): NaN wins, -0 is less than 0, and the minimum of no elements is Infinity. As ordered
/// integers, all of this is one comparison.
struct Min : Plain<std::int64_t> {
  RF_HD static constexpr Value identity() { return detail::ordered(infinity()); }
  RF_HD static constexpr Value absent() { return identity(); }
  RF_HD static constexpr Value element(double x) { return x != x ? detail::lowest_key : detail::ordered(x); }
  RF_HD static constexpr Value combine(Value left, Value right) { return right < left ? right : left; }
  RF_HD static constexpr double result(Value least) { return detail::from_ordered(least); }
};

/// `Math.max` of all elements (ECMA-262 21.3.2.24); -Infinity for no elements.
struct Max : Plain<std::int64_t> {
  RF_HD static constexpr Value identity() { return detail::ordered(-infinity()); }
  RF_HD static constexpr Value absent() { return identity(); }
  RF_HD static constexpr Value element(double x) { return x != x ? detail::highest_key : detail::ordered(x); }
  RF_HD static constexpr Value combine(Value left, Value right) { return left < right ? right : left; }
  RF_HD static constexpr double result(Value most) { return detail::from_ordered(most); }
};

/// The result of `let m = Infinity; for (const v of window) if (v < m) m = v`: NaN is never less, and the first of equal values stays (0
/// equals -0). A loop that begins with another value is `combine(that value, this)`.
struct MinKeep : Plain<double> {
  RF_HD static constexpr double identity() { return infinity(); }
  RF_HD static constexpr double absent() { return identity(); }
  RF_HD static constexpr double element(double x) { return x < infinity() ? x : infinity(); }
  RF_HD static constexpr double combine(double left, double right) { return right < left ? right : left; }
  RF_HD static constexpr double result(double least) { return least; }
};

/// The result of the same loop with `if (v > m) m = v`, which begins with -Infinity.
struct MaxKeep : Plain<double> {
  RF_HD static constexpr double identity() { return -infinity(); }
  RF_HD static constexpr double absent() { return identity(); }
  RF_HD static constexpr double element(double x) { return x > -infinity() ? x : -infinity(); }
  RF_HD static constexpr double combine(double left, double right) { return right > left ? right : left; }
  RF_HD static constexpr double result(double most) { return most; }
};

namespace detail {

// std::numeric_limits has host functions only. As variables the limits also work on the device.
template <class Integer>
inline constexpr Integer lowest_integer = std::numeric_limits<Integer>::min();
template <class Integer>
inline constexpr Integer highest_integer = std::numeric_limits<Integer>::max();

}  // namespace detail

/// The minimum of integers of up to 64 bits. The minimum of none is the greatest integer, so a count must tell the two apart.
template <class Integer>
struct MinInteger : Plain<Integer> {
  RF_HD static constexpr Integer identity() { return detail::highest_integer<Integer>; }
  RF_HD static constexpr Integer absent() { return identity(); }
  RF_HD static constexpr Integer element(Integer x) { return x; }
  RF_HD static constexpr Integer combine(Integer left, Integer right) { return right < left ? right : left; }
  RF_HD static constexpr Integer result(Integer least) { return least; }
};

/// The maximum of integers of up to 64 bits. The maximum of none is the least integer.
template <class Integer>
struct MaxInteger : Plain<Integer> {
  RF_HD static constexpr Integer identity() { return detail::lowest_integer<Integer>; }
  RF_HD static constexpr Integer absent() { return identity(); }
  RF_HD static constexpr Integer element(Integer x) { return x; }
  RF_HD static constexpr Integer combine(Integer left, Integer right) { return left < right ? right : left; }
  RF_HD static constexpr Integer result(Integer most) { return most; }
};

/// The number of elements that are true. A null is not.
struct Count : Plain<std::int32_t> {
  RF_HD static constexpr Value identity() { return 0; }
  RF_HD static constexpr Value absent() { return 0; }
  RF_HD static constexpr Value element(bool counted) { return counted; }
  RF_HD static constexpr Value combine(Value left, Value right) { return left + right; }
  RF_HD static constexpr Value result(Value count) { return count; }
};

/// `some`: false for no elements. Held in 32 bits, because bytes would share a bank of a GPU's shared memory.
struct Any : Plain<std::int32_t> {
  RF_HD static constexpr Value identity() { return 0; }
  RF_HD static constexpr Value absent() { return 0; }
  RF_HD static constexpr Value element(bool holds) { return holds; }
  RF_HD static constexpr Value combine(Value left, Value right) { return left | right; }
  RF_HD static constexpr bool result(Value holds) { return holds != 0; }
};

/// `every`: true for no elements.
struct All : Plain<std::int32_t> {
  RF_HD static constexpr Value identity() { return 1; }
  RF_HD static constexpr Value absent() { return 1; }
  RF_HD static constexpr Value element(bool holds) { return holds; }
  RF_HD static constexpr Value combine(Value left, Value right) { return left & right; }
  RF_HD static constexpr bool result(Value holds) { return holds != 0; }
};

/// The count of numbers, their mean, and the sum of the squares of their distances from it (m2). The variance is m2 / count, or m2 / (count
/// - 1) for a sample.
struct MomentsOf {
  double count = 0;
  double mean = 0;
  double m2 = 0;
};

/// Two sets of numbers merge by the formula of Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing
/// Sample Variances" (1979), in exactly these operations:
///   n = na + nb; w = nb / n; d = mb - ma; mean = ma + d * w; m2 = (m2a + m2b) + ((d * d) * na) * w
///   An empty set leaves the other unchanged.
struct Moments {
  using Value = MomentsOf;
  /// The bits of the number. All NaNs have the same bits, so that other NaN bits can stand for a null.
  using Element = std::uint64_t;

  RF_HD static constexpr Element absent() { return 0x7FF8'0000'0000'0001u; }
  RF_HD static constexpr Element element(double x) { return x != x ? 0x7FF8'0000'0000'0000u : math::detail::to_bits(x); }
  RF_HD static constexpr Value value(Element element) {
    if (element == absent()) return {};
    return {1, math::detail::from_bits(element), 0};
  }
  RF_HD static constexpr Value identity() { return {}; }
  RF_HD RF_INLINE static constexpr Value combine(Value const& left, Value const& right) {
    if (left.count == 0) return right;
    if (right.count == 0) return left;
    double const count = left.count + right.count;
    double const weight = right.count / count;
    double const distance = right.mean - left.mean;
    return {count, left.mean + distance * weight, (left.m2 + right.m2) + ((distance * distance) * left.count) * weight};
  }
  RF_HD static constexpr Value result(Value const& moments) { return moments; }

  /// The variant for elements none of which is null. Their number is then known at compile time, and so are the weights within a node,
  /// which saves their divisions.
  struct Present;
};
struct Moments::Present : Moments {
  RF_HD static constexpr Value value(Element element) { return {1, math::detail::from_bits(element), 0}; }
};

namespace detail {

template <class Monoid>
struct PresentOf {
  using Type = Monoid;
};
template <class Monoid>
  requires requires { typename Monoid::Present; }
struct PresentOf<Monoid> {
  using Type = typename Monoid::Present;
};

}  // namespace detail

/// The monoid for elements none of which is null.
template <class Monoid>
using PresentOf = typename detail::PresentOf<Monoid>::Type;

}  // namespace rowfuse::rolling
