/// Byte-wise search. UTF-8 is self-synchronising: a well-formed needle that is not empty can only match at characters.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/equal.hpp>

namespace rowfuse::detail {

/// Host only: marks (0x80) the bytes of `word` that are zero: exact up to the first of them, which is all a search needs.
RF_INLINE uint64_t zero_bytes(uint64_t word) { return (word - every_byte) & ~word & every_high_bit; }

/// The first place of `byte` in [data + at, data + size), or -1.
RF_HD RF_INLINE int32_t find_byte(char const* data, int32_t at, int32_t size, char byte) {
#if defined(RF_LITTLE_ENDIAN) && !defined(RF_DEVICE_PASS)
  uint64_t const pattern = every_byte * static_cast<unsigned char>(byte);
  if (size - at >= 8) {
    // libc's vectors pay for their call only past the length of most cells.
    if (size - at > 64) {
      auto const* found = std::memchr(data + at, byte, static_cast<std::size_t>(size - at));
      return found == nullptr ? -1 : static_cast<int32_t>(static_cast<char const*>(found) - data);
    }
    for (; at + 8 <= size; at += 8) {
      uint64_t const zeros = zero_bytes(load<uint64_t>(data + at) ^ pattern);
      if (zeros != 0) return at + (std::countr_zero(zeros) >> 3);
    }
    if (at == size) return -1;
    // The rest by the last whole word, less the bytes that were seen already.
    uint64_t const fresh = ~uint64_t{0} << (8 * (8 - (size - at)));
    uint64_t const zeros = zero_bytes(load<uint64_t>(data + size - 8) ^ pattern) & fresh;
    return zeros == 0 ? -1 : size - 8 + (std::countr_zero(zeros) >> 3);
  }
  if (at >= size) return -1;
  uint64_t const inside = ~(~uint64_t{0} << (8 * (size - at)));
  uint64_t const zeros = zero_bytes(load_short(data + at, size - at) ^ pattern) & inside;
  return zeros == 0 ? -1 : at + (std::countr_zero(zeros) >> 3);
#elif defined(RF_DEVICE_PASS)
  if (at >= size) return -1;
  uint32_t const pattern = 0x01010101u * static_cast<unsigned char>(byte);
  int32_t const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(data + at) & 3u);
  at -= phase;
  uint32_t word = (aligned_word(data + at) ^ pattern) | ~(~0u << (8 * phase));
  uint32_t zeros;
  // One way out of the loop: lanes that have found theirs wait there for the others, and all go on together.
  for (;;) {
    zeros = zero_bytes32(word);
    at += 4;
    if (zeros != 0 || at >= size) break;
    word = aligned_word(data + at) ^ pattern;
  }
  at += ((__ffs(static_cast<int>(zeros)) - 1) >> 3) - 4;
  return zeros != 0 && at < size ? at : -1;
#else
  for (; at < size; ++at)
    if (data[at] == byte) return at;
  return -1;
#endif
}

/// The first place of a needle of two bytes or more in [data + at, data + size), or -1.
RF_HD RF_INLINE int32_t find_long_needle(char const* data, int32_t at, int32_t size, char const* needle,
                                         int32_t needle_size) {
  int32_t const last = size - needle_size;  // the last place where it would fit
  while (at <= last) {
    at = find_byte(data, at, last + 1, needle[0]);
    if (at < 0) return -1;
    if (equal_bytes(data + at + 1, needle + 1, needle_size - 1)) return at;
    ++at;
  }
  return -1;
}

/// The first place of a needle that is not empty in [data + at, data + size), or -1.
RF_HD RF_INLINE int32_t find_bytes(char const* data, int32_t at, int32_t size, char const* needle,
                                   int32_t needle_size) {
  if (needle_size == 1) return find_byte(data, at, size, needle[0]);
  return find_long_needle(data, at, size, needle, needle_size);
}

/// The last place, at most `at`, of a needle that is not empty in [data, data + size), or -1.
RF_HD RF_INLINE int32_t find_last_bytes(char const* data, int32_t at, int32_t size, char const* needle,
                                        int32_t needle_size) {
  if (at > size - needle_size) at = size - needle_size;
  for (; at >= 0; --at)
    if (data[at] == needle[0] && equal_bytes(data + at + 1, needle + 1, needle_size - 1)) return at;
  return -1;
}

}  // namespace rowfuse::detail
