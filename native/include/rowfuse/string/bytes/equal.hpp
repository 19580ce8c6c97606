/// Byte-wise equality of two ranges of one size.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

/// Host only: up to 16 bytes by two words that overlap, which stay inside both ranges.
RF_INLINE bool equal_short_bytes(char const* a, char const* b, int32_t size) {
  if (size >= 8) {
    return ((load<uint64_t>(a) ^ load<uint64_t>(b)) |
            (load<uint64_t>(a + size - 8) ^ load<uint64_t>(b + size - 8))) == 0;
  }
  if (size >= 4) {
    return ((load<uint32_t>(a) ^ load<uint32_t>(b)) |
            (load<uint32_t>(a + size - 4) ^ load<uint32_t>(b + size - 4))) == 0;
  }
  if (size >= 2) {
    return ((load<uint16_t>(a) ^ load<uint16_t>(b)) |
            (load<uint16_t>(a + size - 2) ^ load<uint16_t>(b + size - 2))) == 0;
  }
  return size <= 0 || *a == *b;
}

/// Byte-wise equality where the size is a constant after inlining, of up to 16 bytes: no branch, and compares with
/// immediate values where one side is a literal.
RF_HD RF_INLINE bool equal_constant_bytes(char const* a, char const* b, int32_t size) {
  uint32_t difference = 0;
#if defined(RF_DEVICE_PASS)
#pragma unroll
#endif
  for (int32_t i = 0; i < 16; ++i)
    if (i < size) difference |= byte_at(a + i) ^ byte_at(b + i);
  return difference == 0;
}

RF_HD RF_INLINE bool equal_bytes(char const* a, char const* b, int32_t size) {
#if defined(RF_DEVICE_PASS)
  int32_t i = 0;
  // Four bytes a step without a branch between them, so that their loads overlap.
  for (; i + 4 <= size; i += 4) {
    uint32_t const difference = (byte_at(a + i) ^ byte_at(b + i)) | (byte_at(a + i + 1) ^ byte_at(b + i + 1)) |
                                (byte_at(a + i + 2) ^ byte_at(b + i + 2)) | (byte_at(a + i + 3) ^ byte_at(b + i + 3));
    if (difference != 0) return false;
  }
  for (; i < size; ++i)
    if (a[i] != b[i]) return false;
  return true;
#else
#if defined(__GNUC__)
  // A literal's size is a constant here: the compiler turns this into compares with immediate words.
  if (__builtin_constant_p(size)) return size <= 0 || __builtin_memcmp(a, b, static_cast<std::size_t>(size)) == 0;
#endif
  if (size <= 16) return equal_short_bytes(a, b, size);
  return std::memcmp(a, b, static_cast<std::size_t>(size)) == 0;
#endif
}

}  // namespace rowfuse::detail
