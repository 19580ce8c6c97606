/// Byte-wise equality of two ranges of the same size.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

/// Host only: compares up to 16 bytes as two overlapping words within both ranges.
RF_INLINE bool equal_short_bytes(char const* a, char const* b, int32_t size) {
  if (size >= 8) {
    return ((load<uint64_t>(a) ^ load<uint64_t>(b)) | (load<uint64_t>(a + size - 8) ^ load<uint64_t>(b + size - 8))) == 0;
  }
  if (size >= 4) {
    return ((load<uint32_t>(a) ^ load<uint32_t>(b)) | (load<uint32_t>(a + size - 4) ^ load<uint32_t>(b + size - 4))) == 0;
  }
  if (size >= 2) {
    return ((load<uint16_t>(a) ^ load<uint16_t>(b)) | (load<uint16_t>(a + size - 2) ^ load<uint16_t>(b + size - 2))) == 0;
  }
  return size <= 0 || *a == *b;
}

#if defined(RF_DEVICE_PASS)
/// Compares bytes with a literal of up to 16 bytes. Its bytes and size are constants after inlining, so the code has no branch and compares
/// with immediate words.
RF_HD RF_INLINE bool equal_literal_bytes(char const* data, char const* literal, int32_t size) {
  if (size <= 0) return true;
  uint32_t const phase = static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(data)) & 3u;
  char const* const aligned = data - phase;
  uint32_t word = aligned_word(aligned);
  uint32_t difference = 0;
#pragma unroll
  for (int32_t i = 0; i < 16; i += 4) {
    if (i >= size) break;
    uint32_t following = 0;
    // The bytes up to i + 4 extend into the next word, unless the literal ends before; then it depends on the phase.
    if (size > i + 4 || static_cast<int32_t>(phase) + size - i > 4) following = aligned_word(aligned + i + 4);
    uint32_t expected = 0;
#pragma unroll
    for (int32_t j = 0; j < 4; ++j)
      if (i + j < size) expected |= byte_at(literal + i + j) << (8 * j);
    difference |= low_bytes(__funnelshift_r(word, following, phase * 8) ^ expected, size - i);
    word = following;
  }
  return difference == 0;
}
#endif

RF_HD RF_INLINE bool equal_bytes(char const* a, char const* b, int32_t size) {
#if defined(RF_DEVICE_PASS)
  if (size <= 0) return true;
  WordReader left(a);
  WordReader right(b);
  for (;;) {
    if (low_bytes(left.next(size) ^ right.next(size), size) != 0) return false;
    size -= 4;
    if (size <= 0) return true;
  }
#else
#if defined(__GNUC__)
  // A literal's size is a constant here, so the compiler turns this into comparisons with immediate words.
  if (__builtin_constant_p(size)) return size <= 0 || __builtin_memcmp(a, b, static_cast<std::size_t>(size)) == 0;
#endif
  if (size <= 16) return equal_short_bytes(a, b, size);
  return std::memcmp(a, b, static_cast<std::size_t>(size)) == 0;
#endif
}

}  // namespace rowfuse::detail
