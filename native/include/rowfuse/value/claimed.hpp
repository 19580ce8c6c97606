/// The claims of the compiler about single values. Checked builds call these functions in generated code: codegen/4-emit/claims.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/form/claimed_text.hpp>
#include <rowfuse/string/unit/position.hpp>
#include <rowfuse/value/to_number.hpp>

namespace rowfuse {

namespace detail {

RF_HD inline void claim_integer(double value, double min, double max, ClaimPlace place) {
  if (!(value >= min && value <= max)) broken_claim("a number is within its range", value, place);
  if (value != std::floor(value)) broken_claim("a number is an integer", value, place);
  if (value == 0 && std::signbit(value)) broken_claim("a number is not -0", value, place);
}

/// Verifies that the exact result of an operation is an integer within a range, and that `computed` is that integer.
template <class Computed>
RF_HD Computed exact_integer(Int128 exact, Computed computed, double min, double max, ClaimPlace place) {
  claim_integer(static_cast<double>(exact), min, max, place);
  double const value = to_double(computed);
  if (!(std::fabs(value) < 0x1p120) || static_cast<Int128>(value) != exact) broken_claim("an integer is exact", value, place);
  return computed;
}

/// Returns an operand as an integer. The range of its own expression is verified there.
template <class Operand>
RF_HD Int128 exact_operand(Operand operand, ClaimPlace place) {
  double const value = to_double(operand);
  if (!(std::fabs(value) <= 0x1p62) || value != std::floor(value)) broken_claim("an operand is an integer", value, place);
  return static_cast<Int128>(value);
}

}  // namespace detail

/// Verifies that a number is an integer within a range, and not -0.
template <class Number>
RF_HD Number claimed_integer(Number number, double min, double max, ClaimPlace place = ClaimPlace::here()) {
  detail::claim_integer(to_double(number), min, max, place);
  return number;
}

/// `a + b`, which is not rounded and does not wrap.
template <class A, class B>
RF_HD auto claimed_sum(A a, B b, double min, double max, ClaimPlace place = ClaimPlace::here()) {
  Int128 const exact = detail::exact_operand(a, place) + detail::exact_operand(b, place);
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    return detail::exact_integer(exact, static_cast<std::common_type_t<A, B>>(static_cast<std::int64_t>(exact)), min, max, place);
  } else {
    return detail::exact_integer(exact, a + b, min, max, place);
  }
}

/// `a - b`, in the same way.
template <class A, class B>
RF_HD auto claimed_difference(A a, B b, double min, double max, ClaimPlace place = ClaimPlace::here()) {
  Int128 const exact = detail::exact_operand(a, place) - detail::exact_operand(b, place);
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    return detail::exact_integer(exact, static_cast<std::common_type_t<A, B>>(static_cast<std::int64_t>(exact)), min, max, place);
  } else {
    return detail::exact_integer(exact, a - b, min, max, place);
  }
}

/// `a * b`, in the same way. The product of zero and a negative number is -0.
template <class A, class B>
RF_HD auto claimed_product(A a, B b, double min, double max, ClaimPlace place = ClaimPlace::here()) {
  Int128 const x = detail::exact_operand(a, place);
  Int128 const y = detail::exact_operand(b, place);
  if (x * y == 0 && (x < 0 || y < 0)) detail::broken_claim("a product is not -0", to_double(a), place);
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
    return detail::exact_integer(x * y, static_cast<std::common_type_t<A, B>>(static_cast<std::int64_t>(x * y)), min, max, place);
  } else {
    return detail::exact_integer(x * y, a * b, min, max, place);
  }
}

/// `a / b` of ints as processors divide them.
RF_HD inline std::int32_t claimed_quotient(std::int32_t a, std::int32_t b, double min, double max, ClaimPlace place = ClaimPlace::here()) {
  if (b == 0) detail::broken_claim("a divisor is not 0", a, place);
  std::int64_t const exact = b == 0 ? 0 : static_cast<std::int64_t>(a) / b;
  return detail::exact_integer(exact, static_cast<std::int32_t>(exact), min, max, place);
}

/// `a % b` of ints as processors divide them.
RF_HD inline std::int32_t claimed_remainder(std::int32_t a, std::int32_t b, double min, double max, ClaimPlace place = ClaimPlace::here()) {
  if (b == 0 || (b == -1 && a == -2147483647 - 1)) detail::broken_claim("a divisor can be divided by", b, place);
  std::int64_t const exact = b == 0 ? 0 : static_cast<std::int64_t>(a) % b;
  return detail::exact_integer(exact, static_cast<std::int32_t>(exact), min, max, place);
}

/// Verifies that arithmetic modulo 2^32 gives the low bits of what JavaScript computes in doubles.
RF_HD inline std::int32_t claimed_wrapped(std::int32_t computed, double exact, ClaimPlace place = ClaimPlace::here()) {
  if (!(std::fabs(exact) <= 0x1p53)) detail::broken_claim("wrapped arithmetic is exact in doubles", exact, place);
  if (static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::int64_t>(exact))) != computed)
    detail::broken_claim("wrapped arithmetic has the low bits of the double", computed, place);
  return computed;
}

/// Verifies that a bigint is within a range.
template <class Integer>
RF_HD Integer claimed_bigint(Integer value, Int128 min, Int128 max, ClaimPlace place = ClaimPlace::here()) {
  auto const wide = static_cast<Int128>(value);
  if (wide < min || wide > max) detail::broken_claim("a bigint is within its range", static_cast<double>(value), place);
  return value;
}

namespace detail {

/// Returns `wrapped`, the low bits of an operation's result. Verifies that they are all of it: `exact` is the result in 128 bits, unless it
/// overflows these too.
template <class Integer>
RF_HD Integer in_its_type(Int128 exact, bool overflows, ClaimPlace place) {
  auto const result = static_cast<Integer>(exact);
  if (overflows || static_cast<Int128>(result) != exact) broken_claim("a bigint stays in its C++ type", static_cast<double>(exact), place);
  return result;
}

RF_HD constexpr Int128 wrapping(Uint128 bits) { return static_cast<Int128>(bits); }

}  // namespace detail

/// Operations of bigints in one C++ type, which they do not leave.
template <class Integer>
RF_HD Integer claimed_bigint_sum(Integer a, Integer b, ClaimPlace place = ClaimPlace::here()) {
  Int128 const x = a;
  Int128 const y = b;
  Int128 const sum = detail::wrapping(static_cast<Uint128>(x) + static_cast<Uint128>(y));
  return detail::in_its_type<Integer>(sum, ((x ^ sum) & (y ^ sum)) < 0, place);
}
template <class Integer>
RF_HD Integer claimed_bigint_difference(Integer a, Integer b, ClaimPlace place = ClaimPlace::here()) {
  Int128 const x = a;
  Int128 const y = b;
  Int128 const difference = detail::wrapping(static_cast<Uint128>(x) - static_cast<Uint128>(y));
  return detail::in_its_type<Integer>(difference, ((x ^ y) & (x ^ difference)) < 0, place);
}
template <class Integer>
RF_HD Integer claimed_bigint_product(Integer a, Integer b, ClaimPlace place = ClaimPlace::here()) {
  Int128 const x = a;
  Int128 const y = b;
  Int128 const product = detail::wrapping(static_cast<Uint128>(x) * static_cast<Uint128>(y));
  return detail::in_its_type<Integer>(product, x != 0 && product / x != y, place);
}
template <class Integer>
RF_HD Integer claimed_bigint_quotient(Integer a, Integer b, ClaimPlace place = ClaimPlace::here()) {
  if (b == 0) detail::broken_claim("a divisor is not 0n", static_cast<double>(a), place);
  return a / b;
}
template <class Integer>
RF_HD Integer claimed_bigint_remainder(Integer a, Integer b, ClaimPlace place = ClaimPlace::here()) {
  if (b == 0) detail::broken_claim("a divisor is not 0n", static_cast<double>(a), place);
  return a % b;
}

/// Verifies that a value that may be null or undefined is neither here.
template <class T>
RF_HD Maybe<T> claimed_present(Maybe<T> const& value, ClaimPlace place = ClaimPlace::here()) {
  if (!value.present()) detail::broken_claim("a value is never null or undefined", 0, place);
  return value;
}

}  // namespace rowfuse
