/// Powers and shifts of bigints, and truncation to a number of bits. An overflow of 128 bits fails the row, and so does any RangeError of
/// JavaScript.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/bigint/bigint.hpp>
#include <rowfuse/number/bigint/int128.hpp>

#if defined(__SIZEOF_INT128__)

namespace rowfuse {

/// ECMA-262 6.1.6.2.3 BigInt::exponentiate, by squaring.
template <class Out>
RF_HD Int128 bigint_power(Out& out, Int128 base, Int128 exponent) {
  if (exponent < 0) {
    out.fault.raise(Fault::bigint_range, -1);
    return 0;
  }
  if (exponent == 0 || base == 1) return 1;
  if (base == 0) return 0;
  if (base == -1) return (exponent & 1) != 0 ? -1 : 1;
  if (exponent > 127) {
    out.fault.raise(Fault::bigint_overflow, -1);
    return 0;
  }
  Int128 result = 1;
  for (auto rest = static_cast<uint32_t>(exponent);;) {
    if ((rest & 1) != 0) result = bigint_multiply(out, result, base);
    rest >>= 1;
    if (rest == 0 || out.fault) return result;
    base = bigint_multiply(out, base, base);
  }
}

namespace detail {

/// floor(value / 2^count), for a count that is not negative.
RF_HD constexpr Int128 shifted_right(Int128 value, Int128 count) {
  return count > 127 ? (value < 0 ? -1 : 0) : value >> static_cast<int>(count);
}

/// value * 2^count, for a count that is not negative.
template <class Out>
RF_HD Int128 shifted_left(Out& out, Int128 value, Int128 count) {
  if (value == 0) return 0;
  auto const shifted = count > 127 ? 0 : static_cast<Int128>(static_cast<Uint128>(value) << static_cast<int>(count));
  if (count > 127 || shifted >> static_cast<int>(count) != value) {
    out.fault.raise(Fault::bigint_overflow, -1);
    return 0;
  }
  return shifted;
}

/// Returns -count. The lowest value has no opposite; it is clamped, because any large shift has the same effect.
RF_HD constexpr Int128 opposite(Int128 count) { return -(count < -1000 ? Int128{-1000} : count); }

}  // namespace detail

/// ECMA-262 6.1.6.2.9 BigInt::leftShift. A negative count shifts to the right.
template <class Out>
RF_HD Int128 bigint_shift_left(Out& out, Int128 value, Int128 count) {
  return count < 0 ? detail::shifted_right(value, detail::opposite(count)) : detail::shifted_left(out, value, count);
}

/// ECMA-262 6.1.6.2.10 BigInt::signedRightShift
template <class Out>
RF_HD Int128 bigint_shift_right(Out& out, Int128 value, Int128 count) {
  return count < 0 ? detail::shifted_left(out, value, detail::opposite(count)) : detail::shifted_right(value, count);
}

namespace detail {

/// ECMA-262 7.1.22 ToIndex, clamped to 128, because more bits truncate nothing. Returns -1 after a fault.
template <class Out>
RF_HD int32_t to_bit_count(Out& out, double bits) {
  double const whole = bits == bits ? ::trunc(bits) : 0;
  if (whole < 0 || whole > 9007199254740991.0) {
    out.fault.raise(Fault::bigint_range, -1);
    return -1;
  }
  return whole > 128 ? 128 : static_cast<int32_t>(whole);
}

}  // namespace detail

/// ECMA-262 21.2.2.1 BigInt.asIntN: the value modulo 2^bits, in a range that begins at -2^(bits - 1).
template <class Out>
RF_HD Int128 as_int_n(Out& out, double bits, Int128 value) {
  int32_t const count = detail::to_bit_count(out, bits);
  if (count <= 0) return 0;
  int const unused = 128 - count;
  return static_cast<Int128>(static_cast<Uint128>(value) << unused) >> unused;
}

/// ECMA-262 21.2.2.2 BigInt.asUintN: the value modulo 2^bits, in a range that begins at 0.
template <class Out>
RF_HD Int128 as_uint_n(Out& out, double bits, Int128 value) {
  int32_t const count = detail::to_bit_count(out, bits);
  if (count <= 0) return 0;
  if (count < 128) return static_cast<Int128>(static_cast<Uint128>(value) & ((Uint128{1} << count) - 1));
  if (value < 0) out.fault.raise(Fault::bigint_overflow, -1);
  return value;
}

}  // namespace rowfuse

#endif
