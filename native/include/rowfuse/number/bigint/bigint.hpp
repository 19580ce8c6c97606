/// Bigint arithmetic that can fail its row: overflow of 128 bits, a division by zero, a number that is not an integer. Arithmetic that
/// cannot fail is a C++ operator in the emitted code.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/bigint/int128.hpp>

#if defined(__SIZEOF_INT128__)

namespace rowfuse {

template <class Out>
RF_HD RF_INLINE Int128 bigint_add(Out& out, Int128 a, Int128 b) {
  auto const sum = static_cast<Int128>(static_cast<Uint128>(a) + static_cast<Uint128>(b));
  if (((a ^ sum) & (b ^ sum)) < 0) out.fault.raise(Fault::bigint_overflow, -1);
  return sum;
}

template <class Out>
RF_HD RF_INLINE Int128 bigint_subtract(Out& out, Int128 a, Int128 b) {
  auto const difference = static_cast<Int128>(static_cast<Uint128>(a) - static_cast<Uint128>(b));
  if (((a ^ b) & (a ^ difference)) < 0) out.fault.raise(Fault::bigint_overflow, -1);
  return difference;
}

template <class Out>
RF_HD Int128 bigint_multiply(Out& out, Int128 a, Int128 b) {
  bool const is_negative = (a < 0) != (b < 0);
  Uint128 const x = a < 0 ? -static_cast<Uint128>(a) : static_cast<Uint128>(a);
  Uint128 const y = b < 0 ? -static_cast<Uint128>(b) : static_cast<Uint128>(b);
  auto const x_high = static_cast<uint64_t>(x >> 64);
  auto const y_high = static_cast<uint64_t>(y >> 64);
  // At most one of the upper halves is not 0; otherwise the product exceeds 128 bits anyway.
  Uint128 const crossed = static_cast<Uint128>(x_high) * static_cast<uint64_t>(y) + static_cast<Uint128>(y_high) * static_cast<uint64_t>(x);
  Uint128 const low = static_cast<Uint128>(static_cast<uint64_t>(x)) * static_cast<uint64_t>(y);
  Uint128 const magnitude = low + (crossed << 64);
  Uint128 const limit = (static_cast<Uint128>(1) << 127) - (is_negative ? 0 : 1);
  if ((x_high != 0 && y_high != 0) || crossed >> 64 != 0 || magnitude < low || magnitude > limit) {
    out.fault.raise(Fault::bigint_overflow, -1);
    return 0;
  }
  return static_cast<Int128>(is_negative ? -magnitude : magnitude);
}

/// `a / b`, truncated. The compiler has chosen a form that holds every quotient except -2^127 / -1.
template <BigInt T, class Out>
RF_HD T bigint_divide(Out& out, T a, T b) {
  if (b == 0) {
    out.fault.raise(Fault::bigint_range, -1);
    return 0;
  }
  if constexpr (!std::same_as<T, uint64_t>) {
    if (b == T{-1}) {
      constexpr T lowest = static_cast<T>(T{1} << (sizeof(T) * 8 - 2)) * -2;
      if (a == lowest) {
        out.fault.raise(Fault::bigint_overflow, -1);
        return 0;
      }
    }
  }
  return a / b;
}

/// `a / b` of two int64_t. Only one quotient needs more than 64 bits, and a 128-bit division takes several times as long as a 64-bit one.
template <class Out>
RF_HD Int128 bigint_divide_narrow(Out& out, int64_t a, int64_t b) {
  if (b == -1) return -static_cast<Int128>(a);
  return bigint_divide<int64_t>(out, a, b);
}

/// `a % b`, with the sign of the dividend.
template <BigInt T, class Out>
RF_HD T bigint_remainder(Out& out, T a, T b) {
  if (b == 0) {
    out.fault.raise(Fault::bigint_range, -1);
    return 0;
  }
  if constexpr (!std::same_as<T, uint64_t>) {
    if (b == T{-1}) return 0;  // processors trap if `a` is the lowest integer
  }
  return a % b;
}

/// `BigInt(x)` for a number: a RangeError unless it is an integer.
template <class Out>
RF_HD Int128 to_bigint(Out& out, double value) {
  if (!(value - value == 0) || ::floor(value) != value) {
    out.fault.raise(Fault::bigint_range, -1);
    return 0;
  }
  if (value >= detail::two_to_127 || value < -detail::two_to_127) {
    out.fault.raise(Fault::bigint_overflow, -1);
    return 0;
  }
  if (value == -detail::two_to_127) return int128(static_cast<int64_t>(uint64_t{1} << 63), 0);
  return detail::integral_to_int128(value);
}

}  // namespace rowfuse

#endif
