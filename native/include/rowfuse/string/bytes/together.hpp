/// Device only: work on one long range by all lanes of a warp that evaluate the same row. Every lane calls with the same arguments and gets
/// the same result.
///
/// A lane takes 16 bytes of every 512. So a step of the warp is a few whole lines of memory instead of a part of a line per lane.
/// Operations on bytes detect such a warp in code that is out of line anyway. A flag in the text would be tested wherever they are inlined,
/// which was seen to cost the common path registers (displayName in one pass: 104 bytes of stack instead of 64).
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>

namespace rowfuse::detail {

#if defined(__CUDACC__)

/// One lane's share of a range: an aligned piece of 16 bytes in every 512.
class LanePieces {
 public:
  static constexpr int32_t bytes = 16;
  static constexpr int32_t step = 32 * bytes;

  /// The pieces of the range [data + from, data + size). The first may begin before it, and the last may end after it.
  __device__ LanePieces(char const* data, int32_t from, int32_t size) : data_{data}, from_{from}, size_{size} {
    auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(data + from) & 15u);
    begin_ = from - phase;
  }

  /// Returns the start of the first lane's first piece, which is the same on all lanes.
  __device__ int32_t begin() const { return begin_; }
  /// Returns the start of this lane's piece of a step.
  __device__ int32_t place(int32_t step_begin) const { return step_begin + static_cast<int32_t>(threadIdx.x & 31u) * bytes; }

  /// Returns the lane's piece at `at`. Bytes outside the range are `filler`, and are not read.
  __device__ Piece16 piece(int32_t at, char filler = 0) const {
    if (at >= from_ && at + bytes <= size_) return aligned_piece(data_ + at);
    Piece16 piece;
#pragma unroll
    for (int i = 0; i < 4; ++i) piece.words[i] = edge_word(at + 4 * i, filler);
    return piece;
  }

  /// Calls `body(at, piece)` for all of the lane's pieces, in order. Loads `batch` of them together.
  template <int batch, class Body>
  __device__ __forceinline__ void for_each(char filler, Body body) const {
    for (int32_t at = place(begin_); at < size_; at += batch * step) {
      Piece16 pieces[batch];
#pragma unroll
      for (int i = 0; i < batch; ++i) pieces[i] = piece(at + i * step, filler);
#pragma unroll
      for (int i = 0; i < batch; ++i) body(at + i * step, pieces[i]);
    }
  }

 private:
  __device__ __forceinline__ uint32_t edge_word(int32_t at, char filler) const {
    uint32_t word = 0x01010101u * static_cast<unsigned char>(filler);
    // Not unrolled, because few lanes take this path and all would need the registers.
#pragma unroll 1
    for (int32_t here = max(at, from_); here < min(at + 4, size_); ++here) {
      int const shift = 8 * (here - at);
      word = (word & ~(0xFFu << shift)) | byte_at(data_ + here) << shift;
    }
    return word;
  }

  char const* data_;
  int32_t from_;
  int32_t size_;
  int32_t begin_;
};

inline constexpr unsigned all_lanes = 0xFFFFFFFFu;

template <class Value>
__device__ __forceinline__ bool is_same_on_lanes(Value value) {
  int same = 0;
  __match_all_sync(all_lanes, value, &same);
  return same != 0;
}

/// True if all lanes of the warp are here with the same range and the same task. Then they share the work, which each would otherwise do
/// alone. `task` is everything besides the bytes on which the result depends: rows of different lanes can meet in one long literal and
/// search for different things in it.
template <class... Task>
__device__ __forceinline__ bool is_shared_by_lanes(char const* data, Task... task) {
  // Lanes that are on other paths through the row function have other rows.
  if (__activemask() != all_lanes) return false;
  return (is_same_on_lanes(reinterpret_cast<unsigned long long>(data)) && ... && is_same_on_lanes(task));
}

__device__ inline int32_t sum_of_lanes(int32_t value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(all_lanes, value, distance);
  return value;
}

/// Returns the first place of the byte that fills `pattern` in [data + at, data + size), or `size`.
__device__ __noinline__ inline int32_t find_together(char const* data, int32_t at, int32_t size, uint32_t pattern) {
  LanePieces const lane(data, at, size);
  auto const other = static_cast<char>(~pattern);
  for (int32_t step = lane.begin(); step < size; step += LanePieces::step) {
    int32_t const begin = lane.place(step);
    Piece16 const piece = lane.piece(begin, other);
    int32_t found = size;
#pragma unroll
    for (int i = 3; i >= 0; --i) {
      uint32_t const zeros = zero_bytes32(piece.words[i] ^ pattern);
      if (zeros != 0) found = begin + 4 * i + ((__ffs(static_cast<int>(zeros)) - 1) >> 3);
    }
    unsigned const lanes = __ballot_sync(all_lanes, found < size);
    if (lanes != 0) return __shfl_sync(all_lanes, found, __ffs(static_cast<int>(lanes)) - 1);
  }
  return size;
}

/// Returns the last place of that byte in [data, data + at], or -1.
__device__ __noinline__ inline int32_t find_last_together(char const* data, int32_t at, uint32_t pattern) {
  LanePieces const lane(data, 0, at + 1);
  auto const other = static_cast<char>(~pattern);
  for (int32_t step = lane.begin() + (at - lane.begin()) / LanePieces::step * LanePieces::step; step >= lane.begin();
       step -= LanePieces::step) {
    int32_t const begin = lane.place(step);
    Piece16 const piece = lane.piece(begin, other);
    int32_t found = -1;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      // An exact test. The usual test is exact only up to the first match.
      uint32_t const equal = __vcmpeq4(piece.words[i], pattern);
      if (equal != 0) found = begin + 4 * i + ((31 - __clz(static_cast<int>(equal))) >> 3);
    }
    unsigned const lanes = __ballot_sync(all_lanes, found >= 0);
    if (lanes != 0) return __shfl_sync(all_lanes, found, 31 - __clz(static_cast<int>(lanes)));
  }
  return -1;
}

/// True if all bytes are ASCII.
__device__ __noinline__ inline bool is_ascii_together(char const* data, int32_t size) {
  uint32_t bits = 0;
  LanePieces(data, 0, size).for_each<4>(0, [&](int32_t, Piece16 const& piece) {
    bits |= piece.words[0] | piece.words[1] | piece.words[2] | piece.words[3];
  });
  return __any_sync(all_lanes, (bits & 0x80808080u) != 0) == 0;
}

/// True if the bytes are well-formed UTF-8. Each lane checks the characters that begin in its pieces. If some bytes belong to no character,
/// the sizes add up to less than the range.
__device__ __noinline__ inline bool is_valid_utf8_together(char const* data, int32_t size) {
  bool valid = true;
  int32_t covered = 0;
  LanePieces(data, 0, size).for_each<1>(static_cast<char>(0x80), [&](int32_t begin, Piece16 const& piece) {
    for (int i = 0; i < 4; ++i) {
      uint32_t const word = piece.words[i];
      if ((word & 0x80808080u) == 0) {
        covered += 4;
        continue;
      }
      for (int k = 0; k < 4; ++k) {
        if ((word >> (8 * k) & 0xC0u) == 0x80u) continue;  // bytes outside the range look like this, too
        int32_t const at = begin + 4 * i + k;
        uint32_t four = 0;
        for (int32_t j = 0; j < 4 && at + j < size; ++j) four |= byte_at(data + at + j) << (8 * j);
        int32_t const character = arrow::character_size(four, size - at);
        valid = valid && character > 0;
        covered += character;
      }
    }
  });
  bool const all_valid = __all_sync(all_lanes, valid) != 0;
  return sum_of_lanes(covered) == size && all_valid;
}

/// Copies between ranges that do not overlap. Writes [to, to + size) and nothing else.
__device__ __noinline__ inline void copy_together(char* to, char const* from, int32_t size) {
  auto const phase = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(to) & 15u);
  int32_t const lane = static_cast<int32_t>(threadIdx.x & 31u);
  for (int32_t at = lane * LanePieces::bytes - phase; at < size; at += LanePieces::step) {
    char const* const source = from + at;
    auto const shift = static_cast<int32_t>(reinterpret_cast<std::uintptr_t>(source) & 3u);
    // Five words cover 16 bytes that begin within a word. The first and the fifth may hold bytes outside the text.
    if (at >= shift && at + 20 <= size) {
      uint32_t words[5];
#pragma unroll
      for (int i = 0; i < 5; ++i) words[i] = aligned_word(source - shift + 4 * i);
      uint4 piece;
      piece.x = __funnelshift_r(words[0], words[1], 8 * shift);
      piece.y = __funnelshift_r(words[1], words[2], 8 * shift);
      piece.z = __funnelshift_r(words[2], words[3], 8 * shift);
      piece.w = __funnelshift_r(words[3], words[4], 8 * shift);
      *reinterpret_cast<uint4*>(to + at) = piece;
    } else {
      for (int32_t i = at < 0 ? 0 : at; i < size && i < at + 16; ++i) to[i] = from[i];
    }
  }
}

#endif

}  // namespace rowfuse::detail
