#pragma once

#include <cstdint>

#include "groups_text.cuh"

namespace bench {

// The aggregation as it is usually written by hand for a GPU: the stations are known and in a hash table of global memory, a thread
// goes through a chunk of the text byte by byte and brings each line's station up to date by atomic operations, temperatures as tenths.

struct HandSums {
  std::int32_t least;
  std::int32_t most;
  unsigned count;
  unsigned unused;
  unsigned long long sum;
};

__host__ __device__ inline std::uint32_t hand_hash(std::uint32_t hash, char byte) {
  return (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
}

struct HandTable {
  Stations stations;
  std::int32_t* slots;  // station, or -1
  std::uint32_t mask;
  HandSums* sums;       // by station
};

static __global__ void kernel_by_hand(char const* text, std::int64_t size, std::int64_t chunk, HandTable table) {
  std::int64_t const thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::int64_t at = thread * chunk;
  if (at >= size) return;
  std::int64_t const end = at + chunk < size ? at + chunk : size;
  if (at != 0) {
    while (at < size && text[at - 1] != '\n') ++at;
  }
  while (at < end) {
    std::int64_t const name = at;
    std::uint32_t hash = 2166136261u;
    while (text[at] != ';') hash = hand_hash(hash, text[at++]);
    auto const length = static_cast<std::uint32_t>(at - name);
    ++at;
    bool const is_negative = text[at] == '-';
    if (is_negative) ++at;
    std::int32_t tenths = 0;
    for (; text[at] != '\n'; ++at)
      if (text[at] != '.') tenths = tenths * 10 + (text[at] - '0');
    ++at;
    if (is_negative) tenths = -tenths;
    for (std::uint32_t slot = hash & table.mask;; slot = (slot + 1) & table.mask) {
      std::int32_t const station = table.slots[slot];
      std::uint32_t const begin = table.stations.offsets[station];
      if (table.stations.offsets[station + 1] - begin != length) continue;
      bool same = true;
      for (std::uint32_t i = 0; i < length && same; ++i) same = table.stations.names[begin + i] == text[name + i];
      if (!same) continue;
      HandSums* const sums = table.sums + station;
      atomicMin(&sums->least, tenths);
      atomicMax(&sums->most, tenths);
      atomicAdd(&sums->sum, static_cast<unsigned long long>(static_cast<long long>(tenths)));
      atomicAdd(&sums->count, 1u);
      break;
    }
  }
}

}  // namespace bench
