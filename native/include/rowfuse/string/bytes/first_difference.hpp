/// Host only: where two ranges of bytes begin to differ.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/bytes/wide.hpp>

#if !defined(RF_DEVICE_PASS)
namespace rowfuse::detail {

/// Returns the first place at which two ranges of `size` bytes differ, or `size`. Looks at 32 bytes at a time, because the length of a common
/// beginning is not predicted, and each word more would be another branch on it.
RF_INLINE int32_t first_difference(char const* a, char const* b, int32_t size) {
  int32_t at = 0;
#if defined(__SSE2__)
  auto const equal_16 = [a, b](int32_t place) {
    return static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(load_16(a + place), load_16(b + place))));
  };
  for (; size - at >= 32; at += 32) {
    uint32_t const equal = equal_16(at) | equal_16(at + 16) << 16;
    if (equal != ~uint32_t{0}) return at + std::countr_one(equal);
  }
#endif
#if defined(RF_LITTLE_ENDIAN)
  for (; size - at >= 8; at += 8) {
    uint64_t const difference = load<uint64_t>(a + at) ^ load<uint64_t>(b + at);
    if (difference != 0) return at + (std::countr_zero(difference) >> 3);
  }
#endif
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

}  // namespace rowfuse::detail
#endif
