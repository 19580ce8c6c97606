/// Products with powers of ten, for parsing and printing decimals.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/decimal/powers_of_ten.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::detail {

/// The three words of factor * 10^exponent. The power is truncated to 128 bits, which makes the product too small by less than one in
/// `middle`.
struct PowerProduct {
  uint64_t high;
  uint64_t middle;
  uint64_t low;
};

RF_HD RF_INLINE PowerProduct times_power_of_ten(uint64_t factor, int32_t exponent) {
  PowerOfTen const above = power_of_ten(exponent);
  PowerOfTen const power{above.high - static_cast<uint64_t>(above.low == 0), above.low - 1};
  Product const lower = multiply(factor, power.low);
  Product const upper = multiply(factor, power.high);
  uint64_t const middle = upper.low + lower.high;
  return {upper.high + static_cast<uint64_t>(middle < lower.high), middle, lower.low};
}

/// True if the power is not truncated: 10^55 is the largest whose odd part fits in 128 bits.
RF_HD constexpr bool is_exact_power(int32_t exponent) { return exponent >= 0 && exponent <= 55; }

/// Returns the largest s with 2^s <= 10^exponent, by a fixed-point logarithm that is exact for all powers of the table.
RF_HD constexpr int32_t binary_scale(int32_t exponent) { return (exponent * 1741647) >> 19; }

}  // namespace rowfuse::detail
