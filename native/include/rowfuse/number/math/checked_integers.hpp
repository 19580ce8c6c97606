/// Arithmetic of numbers that are held as `int64_t` because they are integers as far as one can tell. An operation whose result is no such
/// integer fails, and the row is evaluated with doubles instead.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

/// The value of a checked operation. If it fails, the function around it, an attempt to evaluate a row, returns false at once. Generated code
/// has no variable `maybe` of the user.
#define RF_CHECKED(...)                          \
  __extension__({                                \
    ::rowfuse::Checked const maybe{__VA_ARGS__}; \
    if (RF_UNLIKELY(!maybe.holds)) return false; \
    maybe.value;                                 \
  })

namespace rowfuse {

/// The result of an operation, unless it is a fraction, NaN, beyond 2^53 - 1 on either side, or a -0 that would be taken for 0.
struct Checked {
  std::int64_t value;
  bool holds;
};

/// Says if it matters that a zero is negative. An integer has one zero.
enum class MinusZero { matters, is_zero };

namespace detail {

/// 2^53 - 1. Doubles hold every integer up to here, and sums of two such integers fit in 64 bits.
inline constexpr std::int64_t largest_exact = 9007199254740991;

constexpr bool is_exact(std::int64_t value) {
  return static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(largest_exact) <= static_cast<std::uint64_t>(2 * largest_exact);
}

/// True if the quotient or product `zero` of two integers is -0.
template <MinusZero minus_zero>
constexpr bool is_minus_zero(std::int64_t zero, std::int64_t a, std::int64_t b) {
  return minus_zero == MinusZero::matters && zero == 0 && (a < 0) != (b < 0);
}

/// Operands without sign and of at most 32 bits, whose division takes less than half the time on many processors.
constexpr bool are_short(std::int64_t a, std::int64_t b) {
  return ((static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b)) >> 32) == 0;
}

/// True for a divisor that the compiler divides by with a multiplication.
RF_INLINE constexpr bool is_constant([[maybe_unused]] std::int64_t divisor) {
#if defined(__GNUC__)
  return __builtin_constant_p(divisor) != 0;
#else
  return false;
#endif
}

struct Division {
  std::int64_t quotient;
  std::int64_t remainder;
};

/// Divides as processors do: the quotient is rounded towards 0. The divisor is not 0.
RF_INLINE constexpr Division divide(std::int64_t a, std::int64_t b) {
  if (!is_constant(b) && RF_LIKELY(are_short(a, b))) {
    auto const dividend = static_cast<std::uint32_t>(a);
    auto const divisor = static_cast<std::uint32_t>(b);
    return {static_cast<std::int64_t>(dividend / divisor), static_cast<std::int64_t>(dividend % divisor)};
  }
  return {a / b, a % b};
}

}  // namespace detail

RF_INLINE constexpr Checked checked_sum(std::int64_t a, std::int64_t b) { return {a + b, detail::is_exact(a + b)}; }

RF_INLINE constexpr Checked checked_difference(std::int64_t a, std::int64_t b) { return {a - b, detail::is_exact(a - b)}; }

template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  bool const fits = !__builtin_mul_overflow(a, b, &product);
  return {product, fits && detail::is_exact(product) && !detail::is_minus_zero<minus_zero>(product, a, b)};
}

template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_negation(std::int64_t a) {
  return {-a, minus_zero == MinusZero::is_zero || a != 0};
}

/// `a % b`, whose zero has the sign of the dividend.
template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_remainder(std::int64_t a, std::int64_t b) {
  if (RF_UNLIKELY(b == 0)) return {0, false};
  std::int64_t const remainder = detail::divide(a, b).remainder;
  return {remainder, minus_zero == MinusZero::is_zero || remainder != 0 || a >= 0};
}

/// `a / b` without a remainder.
template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_quotient(std::int64_t a, std::int64_t b) {
  if (RF_UNLIKELY(b == 0)) return {0, false};
  auto const [quotient, remainder] = detail::divide(a, b);
  return {quotient, remainder == 0 && !detail::is_minus_zero<minus_zero>(quotient, a, b)};
}

/// `Math.floor(a / b)`. The double of a quotient is on the same side of every integer as the quotient. Otherwise it would be rounded to an
/// integer k, 2^e < k <= 2^(e + 1), from less than 2^(e - 53) away. It is at least 1 / b away, so b > 2^(53 - e), and a > (k - 1) * b >= 2^53.
template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_floor_quotient(std::int64_t a, std::int64_t b) {
  if (RF_UNLIKELY(b == 0)) return {0, false};
  auto const [quotient, remainder] = detail::divide(a, b);
  std::int64_t const result = quotient - (remainder != 0 && (a < 0) != (b < 0) ? 1 : 0);
  return {result, !detail::is_minus_zero<minus_zero>(result, a, b)};
}

/// `Math.ceil(a / b)`
template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_ceil_quotient(std::int64_t a, std::int64_t b) {
  if (RF_UNLIKELY(b == 0)) return {0, false};
  auto const [quotient, remainder] = detail::divide(a, b);
  std::int64_t const result = quotient + (remainder != 0 && (a < 0) == (b < 0) ? 1 : 0);
  return {result, !detail::is_minus_zero<minus_zero>(result, a, b)};
}

/// `Math.trunc(a / b)`
template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_trunc_quotient(std::int64_t a, std::int64_t b) {
  if (RF_UNLIKELY(b == 0)) return {0, false};
  std::int64_t const quotient = detail::divide(a, b).quotient;
  return {quotient, !detail::is_minus_zero<minus_zero>(quotient, a, b)};
}

/// A double that is an integer.
template <MinusZero minus_zero = MinusZero::is_zero>
RF_INLINE constexpr Checked checked_integer(double number) {
  // NaN fails the comparison.
  if (!(number >= -9007199254740991.0 && number <= 9007199254740991.0)) return {0, false};
  auto const integer = static_cast<std::int64_t>(number);
  bool const is_minus_zero = minus_zero == MinusZero::matters && integer == 0 && __builtin_signbit(number) != 0;
  return {integer, static_cast<double>(integer) == number && !is_minus_zero};
}

}  // namespace rowfuse
