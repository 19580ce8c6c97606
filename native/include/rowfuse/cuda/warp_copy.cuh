#pragma once

#include <cstdint>

#include <rowfuse/cuda/warp_bytes.cuh>
#include <rowfuse/string/bytes/device_words.hpp>

namespace rowfuse::cuda {

/// Copies [from, from + size) to `to`, a word a lane: all lanes with the same arguments. Writes nothing else; of the source whole
/// aligned words that hold a byte of it are read.
__device__ inline void copy_by_warp(char* to, char const* from, std::int32_t size) {
  auto const before = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(to) & 3);  // bytes of the first word that are others'
  auto const lane = static_cast<std::int32_t>(threadIdx.x & 31);
  for (std::int32_t at = lane * 4 - before; at < size; at += 128) {
    if (at < 0 || at + 4 > size) {
      for (std::int32_t i = at < 0 ? 0 : at; i < size && i < at + 4; ++i) to[i] = from[i];
    } else {
      rowfuse::detail::WordReader reader(from + at);
      rowfuse::detail::store_aligned_word(to + at, reader.next(4));
    }
  }
}

/// The text that each lane has to copy, one lane's after the other; null where it has none.
__device__ inline void copy_of_lanes(char* to, char const* from, std::int32_t size) {
  for (unsigned left = __ballot_sync(full_warp, from != nullptr); left != 0; left &= left - 1) {
    int const lane = __ffs(static_cast<int>(left)) - 1;
    auto const target = __shfl_sync(full_warp, reinterpret_cast<unsigned long long>(to), lane);
    auto const source = __shfl_sync(full_warp, reinterpret_cast<unsigned long long>(from), lane);
    copy_by_warp(reinterpret_cast<char*>(target), reinterpret_cast<char const*>(source), __shfl_sync(full_warp, size, lane));
  }
}

}  // namespace rowfuse::cuda
