/// Copying between ranges that do not overlap.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

#if defined(RF_DEVICE_PASS)
/// Copies at least 4 bytes word by word. Out of line; fewer bytes are copied inline, one by one.
__device__ __noinline__ inline void copy_words(char* to, char const* from, int32_t size) {
  // Copies bytes up to a word boundary of the destination, because only its own bytes may be written.
  for (; (reinterpret_cast<std::uintptr_t>(to) & 3u) != 0; --size) *to++ = *from++;
  uint32_t const phase = static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(from)) & 3u;
  char const* aligned = from - phase;
  uint32_t const shift = phase * 8;
  uint32_t word = aligned_word(aligned);
  int32_t left = size;
  // Several loads are in flight, because no other work of the row hides their latency. More loads would take more registers than the
  // kernels that call this, and so make those slower (sizes pass of redact: 201 us instead of 185). A last part within a word is copied by
  // bytes, because the bytes after it may be unreadable.
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
struct Unchanged {
  __device__ __forceinline__ uint32_t operator()(uint32_t word) const { return word; }
};

/// Device only: copies any number of bytes, and reads memory in aligned pieces of 16 if there are enough. If each lane copies a text of its
/// own, each load touches as many lines of the L1 cache as there are lanes, whether it loads one byte or 16.
///
/// @param map Maps the four bytes of a word.
template <class Map = Unchanged>
__device__ __forceinline__ void copy_pieces(char* to, char const* from, int32_t size, Map map = {}) {
  if (size <= 0) return;
  if (size >= 16) {
    // Copies bytes up to a word boundary of the destination, because only its own bytes may be written.
    for (; (reinterpret_cast<std::uintptr_t>(to) & 3u) != 0; --size) *to++ = static_cast<char>(map(byte_at(from++)));
    uint32_t const shift = (static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(from)) & 3u) * 8;
    char const* aligned = from - shift / 8;
    uint32_t word = aligned_word(aligned);
    // Each written word also takes bytes of the next source word, so at least 4 more bytes must be left there.
    auto const write = [&](uint32_t following) {
      store_aligned_word(to, map(__funnelshift_r(word, following, shift)));
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
    uint32_t const four = map(reader.next(size));
#pragma unroll
    for (int i = 0; i < 4; ++i)
      if (i < size) to[i] = static_cast<char>(four >> 8 * i);
  }
}
#endif

/// Reads [from, from + size) and writes [to, to + size), and nothing else. On the device the word in which the first byte lies may also be
/// read. A size below 1 copies nothing.
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
  // A part of a literal has a variable size. Without this line GCC warns about branches that are too long for the literal.
  __asm__("" : "+r"(from));
#endif
  // Two words that overlap in the middle cover every size of a range without a loop. Most text is this short.
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
/// Host only: copies in words of 16 bytes, at least one, and may pass the end of both ranges by less than a word. A size that the processor
/// cannot predict costs a mispredicted branch, which takes longer than the copy.
RF_INLINE void copy_padded(char* to, char const* from, int32_t size) {
#if defined(__GNUC__)
  if (__builtin_constant_p(size)) return copy_bytes(to, from, size);
#endif
  store(to, load<Word16>(from));
  for (int32_t i = 16; i < size; i += 16) store(to + i, load<Word16>(from + i));
}

/// Host only: writes a byte `size` times in the same way. Returns the place after them.
RF_INLINE char* fill_padded(char* to, char byte, int32_t size) {
  uint64_t const word = every_byte * static_cast<unsigned char>(byte);
  for (int32_t i = 0; i == 0 || i < size; i += 16) store(to + i, Word16{word, word});
  return to + size;
}
#endif

}  // namespace rowfuse::detail
