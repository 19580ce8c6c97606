/// Copying between ranges that do not overlap.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

/// Reads [from, from + size), writes [to, to + size), nothing else. A size below 1 copies nothing.
RF_HD RF_INLINE void copy_bytes(char* to, char const* from, int32_t size) {
#if defined(RF_DEVICE_PASS)
  for (int32_t i = 0; i < size; ++i) to[i] = from[i];
#else
#if defined(__GNUC__)
  if (__builtin_constant_p(size)) {
    if (size > 0) __builtin_memcpy(to, from, static_cast<std::size_t>(size));
    return;
  }
#endif
#if defined(__GNUC__)
  // A part of a literal has a variable size: without this, GCC warns about the branches that are too long for the literal.
  __asm__("" : "+r"(from));
#endif
  // Two words that overlap in the middle cover every size of a range without a loop; most text is this short.
  if (size >= 16) {
    if (size > 32) {
      std::memcpy(to, from, static_cast<std::size_t>(size));
      return;
    }
    auto const a = load<uint64_t>(from);
    auto const b = load<uint64_t>(from + 8);
    auto const c = load<uint64_t>(from + size - 16);
    auto const d = load<uint64_t>(from + size - 8);
    store(to, a);
    store(to + 8, b);
    store(to + size - 16, c);
    store(to + size - 8, d);
  } else if (size >= 8) {
    auto const a = load<uint64_t>(from);
    auto const b = load<uint64_t>(from + size - 8);
    store(to, a);
    store(to + size - 8, b);
  } else if (size >= 4) {
    auto const a = load<uint32_t>(from);
    auto const b = load<uint32_t>(from + size - 4);
    store(to, a);
    store(to + size - 4, b);
  } else if (size >= 2) {
    auto const a = load<uint16_t>(from);
    auto const b = load<uint16_t>(from + size - 2);
    store(to, a);
    store(to + size - 2, b);
  } else if (size == 1) {
    *to = *from;
  }
#endif
}

#if !defined(RF_DEVICE_PASS)
/// Host only: copies by whole words of 16 bytes, at least one, past the end of both ranges by less than a word: a size
/// that the processor cannot foretell costs a wrong guess of a branch, which takes longer than the copy.
RF_INLINE void copy_padded(char* to, char const* from, int32_t size) {
#if defined(__GNUC__)
  if (__builtin_constant_p(size)) return copy_bytes(to, from, size);
#endif
  store(to, load<Word16>(from));
  for (int32_t i = 16; i < size; i += 16) store(to + i, load<Word16>(from + i));
}
#endif

}  // namespace rowfuse::detail
