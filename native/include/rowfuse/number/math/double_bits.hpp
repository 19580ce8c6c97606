/// The bits of doubles.
#pragma once

#include <cstdint>

#include <rowfuse/macros.hpp>

namespace rowfuse::detail {

inline constexpr uint64_t sign_bit = uint64_t{1} << 63;

// The compilers' own form: std::bit_cast is no device function.
RF_HD constexpr uint64_t to_bits(double value) { return __builtin_bit_cast(uint64_t, value); }
RF_HD constexpr double from_bits(uint64_t bits) { return __builtin_bit_cast(double, bits); }

RF_HD constexpr bool is_negative(double value) { return to_bits(value) >> 63 != 0; }
RF_HD constexpr double absolute(double value) { return from_bits(to_bits(value) & ~sign_bit); }
/// `magnitude`, with the sign of `sign`.
RF_HD constexpr double with_sign(double magnitude, double sign) {
  return from_bits((to_bits(magnitude) & ~sign_bit) | (to_bits(sign) & sign_bit));
}

}  // namespace rowfuse::detail
