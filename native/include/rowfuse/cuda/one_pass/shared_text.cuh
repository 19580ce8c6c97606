#pragma once

#include <cstdint>

#include <rowfuse/row/segment_sink.hpp>
#include <rowfuse/string/bytes/device_words.hpp>

namespace rowfuse::cuda {

/// Returns a pointer to a shared address within the block's dynamic shared memory. The compiler then knows the address space, and loads
/// need no generic path.
// The pointer is derived from the array, not made from the number: with such pointers in loops nvcc 13.0 was seen to compile for ever.
template <class Value>
__device__ __forceinline__ Value* shared_pointer(std::uint32_t address) {
  extern __shared__ uint4 memory[];
  auto const begin = static_cast<std::uint32_t>(__cvta_generic_to_shared(memory));
  return reinterpret_cast<Value*>(reinterpret_cast<char*>(memory) + static_cast<std::int32_t>(address - begin));
}

/// Writes text into zeroed shared memory, one word at a time. Lanes whose ranges meet in a word share it. Words are or-ed, so no lane waits
/// for another, and a store of one byte costs as much as one of four.
class SharedText {
 public:
  /// Writes from the byte at the shared address on. The word after the last byte must also be in the memory.
  __device__ explicit SharedText(std::uint32_t address) : address_(address) {}

  /// Appends a segment of at most four bytes. `may_be_constant` is true if it may be a literal or a part of one.
  template <bool may_be_constant>
  __device__ __forceinline__ void append_short(Segment segment) {
    if constexpr (may_be_constant) append_constant(segment);
    Source const source(segment);
    append_rest(source, 0, source.exists() && segment.size > 0 ? source.word(0) : 0, segment.size, segment);
  }

  /// Appends a segment of any size. Called by all lanes of the warp together, each with its own segment, which may be empty.
  template <bool may_be_constant>
  __device__ __forceinline__ void append_long(Segment segment) {
    if constexpr (may_be_constant) append_constant(segment);
    if (__any_sync(full_warp, Source(segment).exists() && segment.size > longest_alone)) append_together(segment);
    Source const source(segment);
    bool const exists = source.exists() && segment.size > 0;
    std::int32_t at = 0;
    std::int32_t left = segment.size;
    std::uint32_t word = exists ? source.word(0) : 0;
    // One vote per step. Lanes that are done take part in all steps with zeros, because lanes that leave a loop by themselves have to
    // converge again, which costs more.
    for (bool more = exists && left > 4; __any_sync(full_warp, more); more = exists && left > 4) {
      std::uint32_t const following = more ? source.word(at + 4) : word;
      std::int32_t const step = more ? 4 : 0;
      put(more ? map(segment, __funnelshift_r(word, following, source.shift())) : 0, step);
      word = following;
      at += step;
      left -= step;
    }
    append_rest(source, at, word, left, segment);
  }

 private:
  /// The most bytes that a lane copies by itself; of a longer segment every lane copies a part.
  static constexpr std::int32_t longest_alone = 128;

  /// The bytes of a segment in shared memory, as aligned words.
  class Source {
   public:
    __device__ __forceinline__ explicit Source(Segment const& segment) : address_(segment.address) {}
    __device__ __forceinline__ bool exists() const { return address_ != 0; }
    __device__ __forceinline__ std::int32_t phase() const { return static_cast<std::int32_t>(address_ & 3u); }
    __device__ __forceinline__ std::uint32_t shift() const { return address_ * 8; }
    /// Returns the aligned word that holds the byte at `at`, a multiple of 4.
    __device__ __forceinline__ std::uint32_t word(std::int32_t at) const {
      return *shared_pointer<std::uint32_t const>((address_ & ~3u) + at);
    }
    /// Returns the four bytes at `at`, which may begin before the segment and end after it.
    __device__ __forceinline__ std::uint32_t unaligned_word(std::int32_t at) const {
      std::uint32_t const from = address_ + at;
      return __funnelshift_r(*shared_pointer<std::uint32_t const>(from & ~3u), *shared_pointer<std::uint32_t const>((from & ~3u) + 4),
                             from * 8);
    }
    __device__ __forceinline__ Source of_lane(int lane) const {
      Source other = *this;
      other.address_ = __shfl_sync(full_warp, address_, lane);
      return other;
    }

   private:
    std::uint32_t address_;
  };

  /// Appends segments that are not part of a column, and empties them.
  __device__ __forceinline__ void append_constant(Segment& segment) {
    bool const constant = segment.data != nullptr && segment.size > 0 && !__isShared(segment.data);
    if (!__any_sync(full_warp, constant)) return;
    if (constant) {
      rowfuse::detail::WordReader source(segment.data);
#pragma unroll 1
      for (std::int32_t left = segment.size; left > 0; left -= 4) {
        put(rowfuse::detail::low_bytes(map(segment, source.next(left)), left), min(4, left));
      }
      segment = Segment();
    }
    __syncwarp();
  }

  /// Appends segments that are too long for one lane, and empties them.
  __device__ __forceinline__ void append_together(Segment& segment) {
    bool const mine = Source(segment).exists() && segment.size > longest_alone;
    std::int32_t const lane = static_cast<std::int32_t>(threadIdx.x & 31);
#pragma unroll 1
    for (unsigned left = __ballot_sync(full_warp, mine); left != 0; left &= left - 1) {
      int const owner = __ffs(static_cast<int>(left)) - 1;
      Segment part;
      part.mapping = static_cast<Mapping>(__shfl_sync(full_warp, static_cast<unsigned>(segment.mapping), owner));
      Source const source = Source(segment).of_lane(owner);
      std::uint32_t const to = __shfl_sync(full_warp, address_, owner);
      std::int32_t const size = __shfl_sync(full_warp, segment.size, owner);
      // Words of the destination. The first and the last are shared with neighbours, so bytes outside the segment stay 0.
      for (std::int32_t at = 4 * lane - static_cast<std::int32_t>(to & 3u); at < size; at += 128) {
        std::uint32_t four = map(part, source.unaligned_word(at));
        if (at < 0) four &= ~0u << -at * 8;
        if (size - at < 4) four &= ~(~0u << (size - at) * 8);
        atomicOr(shared_pointer<unsigned>(to + at), four);
      }
    }
    if (mine) {
      address_ += segment.size;
      segment = Segment();
    }
  }

  /// Appends the last `left` bytes of a segment, at most four. `word` is the aligned word at `at`, which holds the first of them.
  __device__ __forceinline__ void append_rest(Source const& source, std::int32_t at, std::uint32_t word, std::int32_t left,
                                              Segment const& segment) {
    bool const exists = source.exists() && segment.size > 0;
    std::uint32_t const following = exists && source.phase() + left > 4 ? source.word(at + 4) : 0;
    std::uint32_t const last =
        map(segment, __funnelshift_r(word, following, source.shift())) & __funnelshift_lc(~0u, 0, static_cast<std::uint32_t>(left) * 8);
    put(exists ? last : segment.word, left);
  }

  __device__ __forceinline__ static std::uint32_t map(Segment const& segment, std::uint32_t four) {
    if (segment.mapping == Mapping::upper) return rowfuse::detail::map_ascii_word<Case::upper>(four);
    if (segment.mapping == Mapping::lower) return rowfuse::detail::map_ascii_word<Case::lower>(four);
    return four;
  }

  /// Appends up to four bytes; those past `size` are 0.
  __device__ __forceinline__ void put(std::uint32_t four, std::int32_t size) {
    std::uint32_t const shift = address_ * 8 & 31;
    auto* const word = shared_pointer<unsigned>(address_ & ~3u);
    atomicOr(word, four << shift);
    atomicOr(word + 1, __funnelshift_rc(four, 0, 32 - shift));  // 0 if nothing is left over: the shift clamps at 32
    address_ += size;
  }

  std::uint32_t address_;
};

/// Copies `size` bytes from a shared address, a multiple of 16, to any place in global memory, in adjacent aligned pieces of 16 bytes.
/// Called by all lanes of a warp. Up to 16 bytes past the last may be read.
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
  // The first and the last piece also hold bytes of the neighbours, so their bytes are written one by one.
  std::uint32_t const byte = lane < 16 ? lane : end + lane - 16;
  if (byte < (lane < 16 ? head : size)) to[byte] = *shared_pointer<char const>(from + byte);
}

}  // namespace rowfuse::cuda
