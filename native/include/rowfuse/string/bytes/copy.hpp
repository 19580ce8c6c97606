/// Copying between ranges that do not overlap.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

#if defined(RF_DEVICE_PASS)
/// Copies 4 bytes or more by words. Out of line: what is shorter is copied byte by byte where it stands.
__device__ __noinline__ inline void copy_words(char* to, char const* from, int32_t size) {
  // Up to a word of the destination; its own bytes alone may be written.
  for (; (reinterpret_cast<std::uintptr_t>(to) & 3u) != 0; --size) *to++ = *from++;
  uint32_t const phase = static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(from)) & 3u;
  char const* aligned = from - phase;
  uint32_t const shift = phase * 8;
  uint32_t word = aligned_word(aligned);
  int32_t left = size;
  // Several loads in flight: a row by itself has nobody else to hide what each of them takes. More of them would take more
  // registers than the kernels that call this, and so make those slower (sizes pass of redact: 201 us instead of 185).
  // What ends within a word is left to the bytes: those behind it may be nobody's.
  for (; left >= 20; left -= 16) {
    uint32_t words[5];
    words[0] = word;
#pragma unroll
    for (int i = 1; i < 5; ++i) words[i] = aligned_word(aligned + 4 * i);
#pragma unroll
    for (int i = 0; i < 4; ++i) store_aligned_word(to + 4 * i, __funnelshift_r(words[i], words[i + 1], shift));
    word = words[4];
    aligned += 16;
    to += 16;
  }
  for (; left >= 8; left -= 4) {
    aligned += 4;
    uint32_t const following = aligned_word(aligned);
    store_aligned_word(to, __funnelshift_r(word, following, shift));
    word = following;
    to += 4;
  }
  from = aligned + phase;
  for (int32_t i = 0; i < left; ++i) to[i] = from[i];
}
#endif

#if defined(__CUDACC__)
/// Device only: copies any number of bytes, from memory by aligned pieces of 16 where there are so many. Lanes that each copy a text of
/// their own touch as many lines of the L1 cache by each load as there are lanes, be it one of a byte or one of 16.
__device__ __forceinline__ void copy_pieces(char* to, char const* from, int32_t size) {
  if (size <= 0) return;
  if (size >= 16) {
    // Up to a word of the destination; its own bytes alone may be written.
    for (; (reinterpret_cast<std::uintptr_t>(to) & 3u) != 0; --size) *to++ = *from++;
    uint32_t const shift = (static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(from)) & 3u) * 8;
    char const* aligned = from - shift / 8;
    uint32_t word = aligned_word(aligned);
    // Each word that is written takes the one behind it as well, of which 4 bytes at least must be left.
    auto const write = [&](uint32_t following) {
      store_aligned_word(to, __funnelshift_r(word, following, shift));
      word = following;
      to += 4;
      size -= 4;
    };
    while (size >= 8 && (reinterpret_cast<std::uintptr_t>(aligned + 4) & 15u) != 0) write(aligned_word(aligned += 4));
    for (; size >= 20; aligned += 16) {
      Piece16 const piece = aligned_piece(aligned + 4);
#pragma unroll
      for (int i = 0; i < 4; ++i) write(piece.words[i]);
    }
    while (size >= 8) write(aligned_word(aligned += 4));
    from = aligned + shift / 8;
  }
  for (WordReader reader(from); size > 0; size -= 4, to += 4) {
    uint32_t const four = reader.next(size);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (i < size) to[i] = static_cast<char>(four >> 8 * i);
  }
}
#endif

/// Reads [from, from + size), writes [to, to + size), nothing else; on the device the word in which the first of them begins may
/// be read, too. A size below 1 copies nothing.
RF_HD RF_INLINE void copy_bytes(char* to, char const* from, int32_t size) {
#if defined(RF_DEVICE_PASS)
  if (size >= 64) return copy_words(to, from, size);
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
