/// The interface of the device forms of accumulators, and the words and cells that they consist of.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::cuda {

// A group's accumulators are words of 64 bits in global memory. They are zero for a group without rows, and atomic operations update them.
// The first groups of a block also have cells of 32 bits in its shared memory, which are added to the words from time to time. All
// operations commute, so results do not depend on the order of rows or on their division among blocks.

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

// A cell takes numbers of at most 16 bits. The thread that finds more than 2^30 in it empties it before it adds anything else. So at most
// one more number from each of a block's 1024 threads is added, and no cell overflows in any order of the threads.
inline constexpr std::uint32_t most_in_cell = 1u << 30;
/// The highest bit is set if a number is beyond `most_in_cell` on either side.
__device__ __forceinline__ std::uint32_t beyond(std::int32_t number) { return static_cast<std::uint32_t>(number) + most_in_cell; }
__device__ __forceinline__ bool is_full(std::int32_t before) { return beyond(before) >> 31 != 0; }
__device__ __forceinline__ void empty_cell(std::int32_t* cell, std::uint64_t* word, int shift) {
  std::int64_t const sum = atomicExch(cell, 0);
  if (sum != 0) add_to_word(word, sum << shift);
}

/// The device form of an accumulator. An accumulator without one has no kernels.
///   words, cells, filters                 the number of each per group
///   add(row, words)                       adds a row to the words. Must not wait for their contents
///   add_local(row, local, b)              adds a row to the cells as far as nearly all rows need, and returns what remains to be done.
///                                         `b` is what the block knows of the accumulator
///   add_rest(row, rest, local, words, b)  does the rest
///   flush(local, words, b, marks)         moves the cells to the words; `marks` are those of the group's rows in the block
///   load(packed, accumulator)             on the host: reads the words, or the packed ones
///   packed, pack(words, to)               if only some of the words count: their number, and a function that selects them
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
  /// Bits in the block that tell something about a group's rows.
  static constexpr int marks = 0;
  // The results of `add_local`: the marks of the row, the first in the lowest bit, and these:
  static constexpr std::uint32_t done = 0;
  static constexpr std::uint32_t marked = 1;        ///< the first mark
  static constexpr std::uint32_t marked_again = 2;  ///< the second one
  static constexpr std::uint32_t full = 4;          ///< a cell is full
  static constexpr std::uint32_t other = 8;         ///< the row does not fit the cells
};

}  // namespace rowfuse::cuda
