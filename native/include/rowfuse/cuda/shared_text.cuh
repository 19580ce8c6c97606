#pragma once

#include <cstdint>

#include <rowfuse/row/segment_sink.hpp>

namespace rowfuse::cuda {

/// A pointer to a shared address within the block's dynamic shared memory. The compiler then knows the address space, and
/// loads need no generic path.
// Derived from the array, not made of the number: with such pointers in loops nvcc 13.0 was seen to compile for ever.
template <class Value>
__device__ __forceinline__ Value* shared_pointer(std::uint32_t address) {
  extern __shared__ uint4 memory[];
  auto const begin = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
  return reinterpret_cast<Value*>(reinterpret_cast<char*>(memory) + static_cast<std::int32_t>(address - begin));
}

/// Writes text into zeroed shared memory, a word at a time. Lanes whose ranges meet in a word share it: words are or-ed,
/// so no lane waits for another, and a store of one byte costs as much as one of four.
class SharedText {
 public:
  /// Writes from the byte at the shared address on; the word after the last byte must be there too.
  __device__ explicit SharedText(std::uint32_t address) : address_(address) {}

  /// A segment of at most four bytes.
  __device__ __forceinline__ void append_short(Segment const& segment) {
    std::uint32_t const from = segment.address & ~3u;
    append_rest(segment, from, loads(segment) ? word_at(from) : 0, segment.size);
  }

  /// A segment of any size. All lanes of the warp together, each with its own, which may be empty.
  __device__ __forceinline__ void append_long(Segment const& segment) {
    std::uint32_t from = segment.address & ~3u;
    std::int32_t left = segment.size;
    std::uint32_t word = loads(segment) ? word_at(from) : 0;
    // A vote a step, and every lane takes part in all of them, those that are done with zeros: lanes that leave a loop by
    // themselves have to be brought back together, which costs more.
    for (bool more = loads(segment) && left > 4; __any_sync(full_warp, more); more = loads(segment) && left > 4) {
      std::uint32_t const following = more ? word_at(from + 4) : word;
      std::int32_t const step = more ? 4 : 0;
      put(more ? map(segment, __funnelshift_r(word, following, segment.address * 8)) : 0, step);
      word = following;
      from += step;
      left -= step;
    }
    append_rest(segment, from, word, left);
  }

 private:
  __device__ __forceinline__ static bool loads(Segment const& segment) {
    return segment.address != 0 && segment.size > 0;
  }
  __device__ __forceinline__ static std::uint32_t word_at(std::uint32_t address) {
    return *shared_pointer<std::uint32_t const>(address);
  }

  /// Its last `left` bytes, four at most, of which the first ones lie in `word`, from `from` on.
  __device__ __forceinline__ void append_rest(Segment const& segment, std::uint32_t from, std::uint32_t word,
                                              std::int32_t left) {
    std::int32_t const phase = static_cast<std::int32_t>(segment.address & 3u);
    std::uint32_t const following = loads(segment) && phase + left > 4 ? word_at(from + 4) : 0;
    std::uint32_t const last = map(segment, __funnelshift_r(word, following, segment.address * 8)) &
                               __funnelshift_lc(~0u, 0, static_cast<std::uint32_t>(left) * 8);
    put(loads(segment) ? last : segment.word, left);
  }

  __device__ __forceinline__ static std::uint32_t map(Segment const& segment, std::uint32_t four) {
    if (segment.mapping == Mapping::upper) return rowfuse::detail::map_ascii_word<Case::upper>(four);
    if (segment.mapping == Mapping::lower) return rowfuse::detail::map_ascii_word<Case::lower>(four);
    return four;
  }

  /// Up to four bytes; those past `size` are 0.
  __device__ __forceinline__ void put(std::uint32_t four, std::int32_t size) {
    std::uint32_t const shift = address_ * 8 & 31;
    auto* const word = shared_pointer<unsigned>(address_ & ~3u);
    atomicOr(word, four << shift);
    atomicOr(word + 1, __funnelshift_rc(four, 0, 32 - shift));  // 0 where nothing is left over: the shift clamps at 32
    address_ += size;
  }

  std::uint32_t address_;
};

/// Copies `size` bytes from a shared address, a multiple of 16, to any place in global memory, as aligned pieces of 16 that
/// lie next to each other. All lanes of a warp. 16 bytes past the last may be read as well.
__device__ __forceinline__ void copy_shared_text(char* to, std::uint32_t from, std::uint32_t size) {
  std::uint32_t const lane = threadIdx.x & 31;
  std::uint32_t const head = min((0u - static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(to))) & 15u, size);
  std::uint32_t const end = head + ((size - head) & ~15u);
  std::uint32_t const shift = head * 8;  // modulo 32
  auto const* const source = shared_pointer<char const>(from + (head & ~3u));
#pragma unroll 1
  for (std::uint32_t at = head + lane * 16; at < end; at += 32 * 16) {
    auto const* const words = reinterpret_cast<std::uint32_t const*>(source + (at - head));
    uint4 piece;
    piece.x = __funnelshift_r(words[0], words[1], shift);
    piece.y = __funnelshift_r(words[1], words[2], shift);
    piece.z = __funnelshift_r(words[2], words[3], shift);
    piece.w = __funnelshift_r(words[3], words[4], shift);
    *reinterpret_cast<uint4*>(to + at) = piece;
  }
  // The first and the last piece belong to the neighbours as well: those bytes one by one.
  std::uint32_t const byte = lane < 16 ? lane : end + lane - 16;
  if (byte < (lane < 16 ? head : size)) to[byte] = *shared_pointer<char const>(from + byte);
}

}  // namespace rowfuse::cuda
