#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cuda_check.cuh"
#include "groups_text.cuh"

namespace bench {

// The aggregation as it is usually written by hand for a GPU: the stations are known and in a hash table of global memory. A thread
// reads a chunk of the text byte by byte and updates each line's station by atomic operations, with temperatures in tenths.

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

/// The table of known stations, without lines.
class HandGroups {
 public:
  HandGroups(Stations const& stations, std::vector<std::string> const& names) : count_(names.size()) {
    std::uint32_t slots = 1;
    while (slots < 4 * names.size()) slots *= 2;
    std::vector<std::int32_t> places(slots, -1);
    for (std::size_t station = 0; station < names.size(); ++station) {
      std::uint32_t hash = 2166136261u;
      for (char const byte : names[station]) hash = hand_hash(hash, byte);
      std::uint32_t at = hash & (slots - 1);
      while (places[at] >= 0) at = (at + 1) & (slots - 1);
      places[at] = static_cast<std::int32_t>(station);
    }
    table_ = {stations, nullptr, slots - 1, nullptr};
    CUDA_CHECK(cudaMalloc(&table_.slots, slots * 4));
    CUDA_CHECK(cudaMemcpy(table_.slots, places.data(), slots * 4, cudaMemcpyHostToDevice));
    std::vector<HandSums> const sums(count_, HandSums{1000, -1000, 0, 0, 0});
    CUDA_CHECK(cudaMalloc(&table_.sums, bytes()));
    CUDA_CHECK(cudaMalloc(&fresh_, bytes()));
    CUDA_CHECK(cudaMemcpy(fresh_, sums.data(), bytes(), cudaMemcpyHostToDevice));
  }
  HandGroups(HandGroups const&) = delete;
  HandGroups& operator=(HandGroups const&) = delete;
  ~HandGroups() {
    cudaFree(table_.slots);
    cudaFree(table_.sums);
    cudaFree(fresh_);
  }

  /// Resets the table, and adds the lines of a text; `chunk`: bytes per thread.
  void add(DeviceText const& text, std::int64_t chunk, cudaStream_t stream) const {
    CUDA_CHECK(cudaMemcpyAsync(table_.sums, fresh_, bytes(), cudaMemcpyDeviceToDevice, stream));
    auto const blocks = static_cast<unsigned>((text.size + chunk * 256 - 1) / (chunk * 256));
    kernel_by_hand<<<blocks, 256, 0, stream>>>(text.bytes, text.size, chunk, table_);
    CUDA_CHECK(cudaGetLastError());
  }

  /// Results by station; stations without lines have a count of 0.
  std::vector<HandSums> sums() const {
    std::vector<HandSums> sums(count_);
    CUDA_CHECK(cudaMemcpy(sums.data(), table_.sums, bytes(), cudaMemcpyDeviceToHost));
    return sums;
  }

 private:
  std::size_t bytes() const { return count_ * sizeof(HandSums); }

  std::size_t count_;
  HandTable table_;
  HandSums* fresh_ = nullptr;
};

}  // namespace bench
