/// Device only: 32-bit words from unaligned byte sequences. Words save memory traffic: in shared memory an access to one byte takes as long
/// as one to four.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

#if defined(__CUDACC__)

/// Returns the aligned word at `data`.
__device__ __forceinline__ uint32_t aligned_word(char const* data) {
  uint32_t word;
  __builtin_memcpy(&word, __builtin_assume_aligned(data, 4), 4);
  return word;
}

/// An aligned piece of 16 bytes, read with one load.
struct alignas(16) Piece16 {
  uint32_t words[4];
};
__device__ __forceinline__ Piece16 aligned_piece(char const* data) {
  Piece16 piece;
  __builtin_memcpy(&piece, __builtin_assume_aligned(data, 16), 16);
  return piece;
}

/// An aligned piece of 8 bytes, read with one load.
struct alignas(8) Piece8 {
  uint32_t low;
  uint32_t high;
};
__device__ __forceinline__ Piece8 aligned_half_piece(char const* data) {
  Piece8 piece;
  __builtin_memcpy(&piece, __builtin_assume_aligned(data, 8), 8);
  return piece;
}

/// Writes the aligned word at `data`.
__device__ __forceinline__ void store_aligned_word(char* data, uint32_t word) {
  __builtin_memcpy(__builtin_assume_aligned(data, 4), &word, 4);
}

/// Marks (0x80) the bytes of `word` that are zero. Exact up to the first of them, which is enough for a search.
__device__ __forceinline__ uint32_t zero_bytes32(uint32_t word) { return (word - 0x01010101u) & ~word & 0x80808080u; }

/// Reads a range four bytes at a time. Loads only aligned words that hold a byte of the range.
struct WordReader {
  char const* aligned;
  uint32_t word;  // the aligned word that holds the next byte
  uint32_t phase;  // the place of the next byte in it

  __device__ __forceinline__ explicit WordReader(char const* data) {
    // Only the low bits become a number, so that the pointer keeps its address space.
    phase = static_cast<uint32_t>(reinterpret_cast<std::uintptr_t>(data)) & 3u;
    aligned = data - phase;
    word = aligned_word(aligned);
  }

  /// Returns the next four bytes, of which `left` (1 or more) are in the range; bytes past these are unspecified.
  __device__ __forceinline__ uint32_t next(int32_t left) {
    aligned += 4;
    uint32_t following = 0;
    if (static_cast<int32_t>(phase) + left > 4) following = aligned_word(aligned);
    uint32_t const four = __funnelshift_r(word, following, phase * 8);
    word = following;
    return four;
  }
};

/// Returns the low `bytes` (1 or more) bytes of a word; all of it for 4 and more.
__device__ __forceinline__ uint32_t low_bytes(uint32_t word, int32_t bytes) { return bytes >= 4 ? word : word & ~(~0u << (8 * bytes)); }

#endif

}  // namespace rowfuse::detail
