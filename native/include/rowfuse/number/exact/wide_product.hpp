/// Exact products of 64-bit words.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

/// The upper half of a 128-bit product, and the lower one.
struct Product {
  uint64_t high;
  uint64_t low;
};

RF_HD RF_INLINE Product multiply(uint64_t a, uint64_t b) {
#if defined(RF_DEVICE_PASS)
  return {__umul64hi(a, b), a * b};
#elif defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  Wide const product = static_cast<Wide>(a) * b;
  return {static_cast<uint64_t>(product >> 64), static_cast<uint64_t>(product)};
#else
  uint64_t const a0 = a & 0xFFFFFFFFu;
  uint64_t const a1 = a >> 32;
  uint64_t const b0 = b & 0xFFFFFFFFu;
  uint64_t const b1 = b >> 32;
  uint64_t const low = a0 * b0;
  uint64_t const middle = a1 * b0 + (low >> 32);
  uint64_t const carry = a0 * b1 + (middle & 0xFFFFFFFFu);
  return {a1 * b1 + (middle >> 32) + (carry >> 32), a * b};
#endif
}

/// Returns the number of zero bits above the highest set bit; the value is not 0.
RF_HD RF_INLINE int32_t leading_zeros(uint64_t value) {
#if defined(RF_DEVICE_PASS)
  return __clzll(static_cast<long long>(value));
#else
  return std::countl_zero(value);
#endif
}

}  // namespace rowfuse::detail
