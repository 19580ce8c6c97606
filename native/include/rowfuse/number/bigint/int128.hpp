/// Bigints in native code. A bigint is held as an int64_t, a uint64_t or an Int128, depending on the range that the compiler has proved.
/// The meaning in JavaScript is the same for all three.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// `Number(x)` for a bigint: rounds to the nearest double, ties to even.
RF_HD constexpr double to_number(int64_t value) { return static_cast<double>(value); }
RF_HD constexpr double to_number(uint64_t value) { return static_cast<double>(value); }

// Columns of 64 bits need nothing more. Computations with them need 128 bits, which only GCC, Clang and nvcc have.
#if !defined(__SIZEOF_INT128__)

/// A JavaScript bigint in any of its forms.
template <class T>
concept BigInt = std::same_as<T, int64_t> || std::same_as<T, uint64_t>;

#else

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128;

/// A JavaScript bigint in any of its forms.
template <class T>
concept BigInt = std::same_as<T, int64_t> || std::same_as<T, uint64_t> || std::same_as<T, Int128>;

/// high * 2^64 + low: replaces a literal, because C++ has none of this size.
RF_HD constexpr Int128 int128(int64_t high, uint64_t low) {
  return static_cast<Int128>(static_cast<Uint128>(static_cast<uint64_t>(high)) << 64 | low);
}

namespace detail {

inline constexpr double two_to_127 = 0x1p127;

/// Converts an integral double of magnitude below 2^127, exactly. Conversions between doubles and 128 bits are library calls that device
/// code may not have, so this takes 64-bit steps.
RF_HD inline Int128 integral_to_int128(double value) {
  double const magnitude = value < 0 ? -value : value;
  double const scaled = magnitude * 0x1p-64;
  auto const high = static_cast<uint64_t>(scaled);
  // The rest consists of the double's own low bits, so the subtraction is exact.
  auto const low = static_cast<uint64_t>(magnitude - static_cast<double>(high) * 0x1p64);
  auto const result = static_cast<Int128>(static_cast<Uint128>(high) << 64 | low);
  return value < 0 ? -result : result;
}

}  // namespace detail

RF_HD constexpr double to_number(Int128 value) {
  auto magnitude = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
  double scale = 1;
  if (magnitude >> 64 != 0) {
    // Reduces to 64 significant bits. The lowest bit also stands for all bits that were cut off, so that only one rounding is left.
    int shift = 0;
    while (magnitude >> (64 + shift) != 0) ++shift;
    bool const rest = (magnitude & ((Uint128{1} << shift) - 1)) != 0;
    magnitude = magnitude >> shift | static_cast<unsigned>(rest);
    for (int i = 0; i < shift; ++i) scale *= 2;
  }
  double const result = static_cast<double>(static_cast<uint64_t>(magnitude)) * scale;
  return value < 0 ? -result : result;
}

/// `a < b` for a bigint and a number, exactly: ECMA-262 7.2.12 IsLessThan compares mathematical values, and nothing is less or greater than
/// NaN.
template <BigInt A>
RF_HD bool less(A a, double b) {
  if (b != b) return false;
  if (b >= detail::two_to_127) return true;
  if (b < -detail::two_to_127) return false;
  double const floor = ::floor(b);
  Int128 const below = detail::integral_to_int128(floor);
  return floor == b ? static_cast<Int128>(a) < below : static_cast<Int128>(a) <= below;
}
template <BigInt B>
RF_HD bool less(double a, B b) {
  if (a != a) return false;
  if (a >= detail::two_to_127) return false;
  if (a < -detail::two_to_127) return true;
  return detail::integral_to_int128(::floor(a)) < static_cast<Int128>(b);
}
template <BigInt A>
RF_HD bool less_or_equal(A a, double b) {
  return b == b && !less(b, a);
}
template <BigInt B>
RF_HD bool less_or_equal(double a, B b) {
  return a == a && !less(b, a);
}

#endif

namespace detail {

/// Compares 64-bit integers of different signedness.
RF_HD constexpr bool is_equal(int64_t a, uint64_t b) { return a >= 0 && static_cast<uint64_t>(a) == b; }
RF_HD constexpr bool is_equal(uint64_t a, int64_t b) { return is_equal(b, a); }
#if defined(__SIZEOF_INT128__)
template <BigInt A, BigInt B>
  requires(std::same_as<A, Int128> || std::same_as<B, Int128> || std::same_as<A, B>)
RF_HD constexpr bool is_equal(A a, B b) {
  return static_cast<Int128>(a) == static_cast<Int128>(b);
}
#else
template <BigInt A>
RF_HD constexpr bool is_equal(A a, A b) {
  return a == b;
}
#endif

}  // namespace detail

}  // namespace rowfuse
