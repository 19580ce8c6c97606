/// The interface of the device forms of accumulators, and the words and cells that they consist of.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::cuda {

// A group's accumulators are words of 64 bits in global memory. They are zero for a group without rows, and atomic operations update
// them. The groups that come first in a block also have cells of 32 bits in its shared memory, which are added to the words now and
// then. All operations commute, so neither the order of rows nor their division among blocks shows.

/// Adds to a word, modulo 2^64.
__device__ __forceinline__ void add_to_word(std::uint64_t* word, std::int64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}
__device__ __forceinline__ void raise_word(std::uint64_t* word, std::uint64_t value) {
  atomicMax(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}
/// Reads a word past the L1 cache, which does not see the writes of other multiprocessors.
__device__ __forceinline__ std::uint64_t word_now(std::uint64_t const* word) {
  return __ldcg(reinterpret_cast<unsigned long long const*>(word));
}

/// Reads a word through the L1 cache, which may hold an earlier value.
__device__ __forceinline__ std::uint64_t word_cached(std::uint64_t const* word) {
  return __ldca(reinterpret_cast<unsigned long long const*>(word));
}

/// A group's part of a block's shared memory. The cells of neighbouring groups are neighbours: `cells[i * groups]`.
struct LocalCells {
  std::int32_t* cells;
  std::uint16_t* filters;
  std::int32_t groups;
};

// A cell takes numbers of at most 16 bits. The thread that finds more than 2^30 in it empties it before it adds anything else; so
// at most one number of each of a block's 1024 threads comes on top, and no cell overflows whatever the threads' order.
inline constexpr std::uint32_t most_in_cell = 1u << 30;
/// The highest bit tells whether a number is beyond `most_in_cell` on either side.
__device__ __forceinline__ std::uint32_t beyond(std::int32_t number) { return static_cast<std::uint32_t>(number) + most_in_cell; }
__device__ __forceinline__ bool is_full(std::int32_t before) { return beyond(before) >> 31 != 0; }
__device__ __forceinline__ void empty_cell(std::int32_t* cell, std::uint64_t* word, int shift) {
  std::int64_t const sum = atomicExch(cell, 0);
  if (sum != 0) add_to_word(word, sum << shift);
}

/// The device form of an accumulator. An accumulator without one has no kernels.
///   words, cells, filters            how many of a group
///   add(row, words)                  a row to the words: nothing that waits for what they hold
///   add_local(row, local, b)         the same to the cells, as far as that is what nearly all rows need; says what is left. `b` is what
///                                    the block knows of the accumulator
///   add_rest(row, rest, local, words, b)  what is left
///   flush(local, words, b, marks)    the cells to the words; `marks` are those of its rows in the block
///   load(packed, accumulator)        on the host, of what goes there: the words, or where only some of them count
///   packed, pack(words, to)          how many that are, and which
template <class Accumulator>
struct DeviceForm;

/// Primary template: this accumulator has no device form.
struct NoForm {
  static constexpr bool exists = false;
};
template <class Accumulator>
struct DeviceForm : NoForm {};

/// The defaults that all forms share.
struct PlainForm {
  static constexpr bool exists = true;
  static constexpr int words = 1;
  static constexpr int cells = 0;
  static constexpr int filters = 0;
  /// Bits that tell something of a group's rows in the block.
  static constexpr int marks = 0;
  // The results of `add_local`: the marks of the row, the first in the lowest bit, and
  static constexpr std::uint32_t done = 0;
  static constexpr std::uint32_t marked = 1;        ///< the first mark
  static constexpr std::uint32_t marked_again = 2;  ///< the second one
  static constexpr std::uint32_t full = 4;          ///< a cell is full
  static constexpr std::uint32_t other = 8;         ///< the row is none for the cells
};

}  // namespace rowfuse::cuda
