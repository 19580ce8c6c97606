/// Device only: work on one long range by all lanes of a warp. Every lane calls with the same arguments, and gets the same
/// result.
///
/// A lane takes 16 bytes of every 512, so that a step of the warp is four transactions of memory instead of one for each lane.
#pragma once

#include <cstdint>

#include <rowfuse/arrow/utf8_validity.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/equal.hpp>

namespace rowfuse::detail {

#if defined(__CUDACC__)

/// What one lane takes of a range in one step: the aligned 16 bytes at `at`, which is below 0 or near `size` where the piece
/// reaches out of the range.
struct LanePiece {
  static constexpr int32_t bytes = 16;
  static constexpr int32_t step = 32 * bytes;

  char const* data;
  int32_t at;
  int32_t size;  // of the range

  __device__ static int32_t lane() { return static_cast<int32_t>(threadIdx.x & 31u); }
  /// Of the first step over [data + from, data + size).
  __device__ static LanePiece first(char const* data, int32_t from, int32_t size) {
    auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(data + from) & 15u);
    return {data, from - phase + lane() * bytes, size};
  }
  __device__ bool any_of(int32_t from) const { return at + bytes > from && at < size; }

  /// Its word i; bytes out of [from, size) are `filler`, and not read where the piece reaches out of the range.
  __device__ uint32_t word(int i, int32_t from, char filler = 0) const {
    int32_t const begin = at + 4 * i;
    if (begin >= from && begin + 4 <= size) return aligned_word(data + begin);
    uint32_t word = 0x01010101u * static_cast<unsigned char>(filler);
    for (int32_t k = 0; k < 4; ++k) {
      if (begin + k < from || begin + k >= size) continue;
      word = (word & ~(0xFFu << (8 * k))) | byte_at(data + begin + k) << (8 * k);
    }
    return word;
  }
};

__device__ inline int32_t first_of_lanes(int32_t place) {
  constexpr unsigned all = 0xFFFFFFFFu;
  unsigned const found = __ballot_sync(all, place >= 0);
  return found == 0 ? -1 : __shfl_sync(all, place, __ffs(static_cast<int>(found)) - 1);
}
__device__ inline int32_t last_of_lanes(int32_t place) {
  constexpr unsigned all = 0xFFFFFFFFu;
  unsigned const found = __ballot_sync(all, place >= 0);
  return found == 0 ? -1 : __shfl_sync(all, place, 31 - __clz(static_cast<int>(found)));
}
__device__ inline int32_t sum_of_lanes(int32_t value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, distance);
  return value;
}

/// The first place of a needle that is not empty in [data + at, data + size), or -1.
__device__ __noinline__ inline int32_t find_together(char const* data, int32_t at, int32_t size, char const* needle,
                                                     int32_t needle_size) {
  int32_t const end = size - needle_size + 1;  // of the places where it fits
  if (at >= end) return -1;
  uint32_t const pattern = 0x01010101u * byte_at(needle);
  for (LanePiece piece = LanePiece::first(data, at, end); piece.at - LanePiece::lane() * LanePiece::bytes < end;
       piece.at += LanePiece::step) {
    int32_t place = -1;
    for (int i = 0; i < 4 && place < 0 && piece.any_of(at); ++i) {
      // Exact, unlike the test for a search that stops at the first: places after a mistaken one count here.
      for (uint32_t left = __vcmpeq4(piece.word(i, at, static_cast<char>(~byte_at(needle))), pattern) & 0x80808080u;
           left != 0 && place < 0; left &= left - 1) {
        int32_t const here = piece.at + 4 * i + ((__ffs(static_cast<int>(left)) - 1) >> 3);
        if (equal_bytes(data + here + 1, needle + 1, needle_size - 1)) place = here;
      }
    }
    place = first_of_lanes(place);
    if (place >= 0) return place;
  }
  return -1;
}

/// The last place, at most `at`, of a needle that is not empty in [data, data + size), or -1.
__device__ __noinline__ inline int32_t find_last_together(char const* data, int32_t at, int32_t size, char const* needle,
                                                          int32_t needle_size) {
  int32_t const end = (at < size - needle_size ? at : size - needle_size) + 1;
  if (end <= 0) return -1;
  uint32_t const pattern = 0x01010101u * byte_at(needle);
  LanePiece piece = LanePiece::first(data, 0, end);
  int32_t const begin = piece.at - LanePiece::lane() * LanePiece::bytes;
  piece.at += (end - 1 - begin) / LanePiece::step * LanePiece::step;
  for (; piece.at - LanePiece::lane() * LanePiece::bytes >= begin; piece.at -= LanePiece::step) {
    int32_t place = -1;
    for (int i = 3; i >= 0 && place < 0 && piece.any_of(0); --i) {
      for (uint32_t left = __vcmpeq4(piece.word(i, 0, static_cast<char>(~byte_at(needle))), pattern) & 0x80808080u;
           left != 0 && place < 0;) {
        int32_t const bit = 31 - __clz(static_cast<int>(left));
        left &= ~(1u << bit);
        int32_t const here = piece.at + 4 * i + (bit >> 3);
        if (equal_bytes(data + here + 1, needle + 1, needle_size - 1)) place = here;
      }
    }
    place = last_of_lanes(place);
    if (place >= 0) return place;
  }
  return -1;
}

/// The bytes of [data, data + size) before the first that is not ASCII.
__device__ __noinline__ inline int32_t ascii_prefix_together(char const* data, int32_t size) {
  for (LanePiece piece = LanePiece::first(data, 0, size); piece.at - LanePiece::lane() * LanePiece::bytes < size;
       piece.at += LanePiece::step) {
    int32_t place = -1;
    for (int i = 0; i < 4 && place < 0 && piece.any_of(0); ++i) {
      uint32_t const high = piece.word(i, 0) & 0x80808080u;
      if (high != 0) place = piece.at + 4 * i + ((__ffs(static_cast<int>(high)) - 1) >> 3);
    }
    place = first_of_lanes(place);
    if (place >= 0) return place;
  }
  return size;
}

/// The UTF-16 units of `size` bytes of UTF-8: one for every byte that is no continuation, one more for a lead of four bytes.
__device__ __noinline__ inline int32_t count_units_together(char const* data, int32_t size) {
  int32_t units = 0;
  for (LanePiece piece = LanePiece::first(data, 0, size); piece.at < size; piece.at += LanePiece::step) {
    for (int i = 0; i < 4 && piece.any_of(0); ++i) {
      uint32_t const word = piece.word(i, 0, static_cast<char>(0x80));  // what is outside counts as continuations
      uint32_t const continuations = (word >> 7) & ~(word >> 6) & 0x01010101u;
      uint32_t const leads4 = (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & 0x01010101u;
      units += 4 - __popc(continuations) + __popc(leads4);
    }
  }
  return sum_of_lanes(units);
}

/// Whether the bytes are well-formed UTF-8. Each lane judges the characters that begin in its pieces; bytes that belong to none
/// make their sizes add up to less than the range.
__device__ __noinline__ inline bool is_valid_utf8_together(char const* data, int32_t size) {
  bool valid = true;
  int32_t covered = 0;
  for (LanePiece piece = LanePiece::first(data, 0, size); piece.at < size; piece.at += LanePiece::step) {
    for (int i = 0; i < 4 && piece.any_of(0); ++i) {
      int32_t const begin = piece.at + 4 * i;
      uint32_t const word = piece.word(i, 0, static_cast<char>(0x80));
      if ((word & 0x80808080u) == 0) {
        covered += 4;
        continue;
      }
      for (int32_t at = begin < 0 ? 0 : begin; at < begin + 4 && at < size; ++at) {
        if ((byte_at(data + at) & 0xC0u) == 0x80u) continue;
        uint32_t four = 0;
        for (int32_t k = 0; k < 4 && at + k < size; ++k) four |= byte_at(data + at + k) << (8 * k);
        int32_t const character = arrow::character_size(four, size - at);
        valid = valid && character > 0;
        covered += character;
      }
    }
  }
  bool const all_valid = __all_sync(0xFFFFFFFFu, valid) != 0;
  return sum_of_lanes(covered) == size && all_valid;
}

/// Copies between ranges that do not overlap, mapping words on the way. Writes [to, to + size) and nothing else.
template <class Map>
__device__ __forceinline__ void copy_together(char* to, char const* from, int32_t size, Map map) {
  auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(to) & 15u);
  int32_t const lane = LanePiece::lane();
  for (int32_t at = lane * LanePiece::bytes - phase; at < size; at += LanePiece::step) {
    char const* const source = from + at;
    auto const shift = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(source) & 3u);
    // Five words cover 16 bytes that begin within one; the fifth and the first may hold bytes of nobody.
    if (at >= shift && at + 20 <= size) {
      uint32_t words[5];
#pragma unroll
      for (int i = 0; i < 5; ++i) words[i] = aligned_word(source - shift + 4 * i);
      uint4 piece;
      piece.x = map(__funnelshift_r(words[0], words[1], 8 * shift));
      piece.y = map(__funnelshift_r(words[1], words[2], 8 * shift));
      piece.z = map(__funnelshift_r(words[2], words[3], 8 * shift));
      piece.w = map(__funnelshift_r(words[3], words[4], 8 * shift));
      *reinterpret_cast<uint4*>(to + at) = piece;
    } else {
      for (int32_t i = at < 0 ? 0 : at; i < size && i < at + 16; ++i) to[i] = static_cast<char>(map(byte_at(from + i)));
    }
  }
}

/// Out of line: many calls, one body.
__device__ __noinline__ inline void copy_together(char* to, char const* from, int32_t size) {
  copy_together(to, from, size, [](uint32_t word) { return word; });
}

#endif

}  // namespace rowfuse::detail
