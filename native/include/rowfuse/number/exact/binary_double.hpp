/// Doubles as an integer times a power of two.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/double_bits.hpp>

namespace rowfuse::detail {

using math::detail::from_bits;
using math::detail::to_bits;

/// digits * 2^exponent
struct Binary {
  uint64_t digits;
  int32_t exponent;
};

/// Returns the magnitude of the finite double with these bits.
RF_HD RF_INLINE Binary binary_of(uint64_t bits) {
  uint64_t const fraction = bits & ((uint64_t{1} << 52) - 1);
  auto const biased = static_cast<int32_t>(bits >> 52 & 0x7FF);
  return {biased == 0 ? fraction : fraction | uint64_t{1} << 52, (biased == 0 ? 1 : biased) - 1075};
}

/// Returns the bits of the double nearest to (digits + rest) * 2^exponent, ties to even. The highest bit of `digits` is set. `rest` is true
/// if a part above 0 and below 1 was cut off.
RF_HD inline uint64_t round_to_double(uint64_t digits, bool rest, int32_t exponent) {
  int32_t const biased = exponent + 63 + 1023;
  if (biased >= 2047) return uint64_t{2047} << 52;
  // A subnormal number keeps fewer than 53 bits.
  int32_t const cut = biased > 0 ? 11 : 12 - biased;
  if (cut > 64) return 0;
  uint64_t const kept = cut == 64 ? 0 : digits >> cut;
  uint64_t const half = uint64_t{1} << (cut - 1);
  uint64_t const lost = cut == 64 ? digits : digits & (2 * half - 1);
  bool const up = lost > half || (lost == half && (rest || (kept & 1) != 0));
  // The leading bit of a normal number adds one to its exponent, and so does a carry.
  return kept + static_cast<uint64_t>(up) + (biased > 0 ? static_cast<uint64_t>(biased - 1) << 52 : 0);
}

}  // namespace rowfuse::detail
