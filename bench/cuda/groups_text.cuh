#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cub/device/device_scan.cuh>

#include "cuda_check.cuh"

namespace bench {

// The text of the benchmark of groups: lines `station;temperature`, made on the device from a seed. Stations come in random order, all
// equally often; a temperature is around its station's mean, from -99.9 to 99.9.

/// Names of stations, concatenated.
struct Stations {
  char* names = nullptr;
  std::uint32_t* offsets = nullptr;
  std::uint32_t count = 0;
};

/// The contents of a line depend on its number alone.
struct Line {
  std::uint32_t station;
  std::int32_t tenths;
};

__host__ __device__ inline std::uint64_t hashed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

__host__ __device__ inline Line line_of(std::uint64_t seed, std::int64_t row, std::uint32_t stations) {
  std::uint64_t const random = hashed(seed * 0x632BE59BD9B4E019u + static_cast<std::uint64_t>(row));
  auto const station = static_cast<std::uint32_t>((random >> 32) * stations >> 32);
  auto const mean = static_cast<std::int32_t>(hashed(seed ^ station) % 500) - 150;
  // Four uniform numbers: nearly a normal distribution, 10 degrees wide.
  std::int32_t around = -2 * 173;
  for (int i = 0; i < 4; ++i) around += static_cast<std::int32_t>((random >> (8 * i) & 0xFF) * 173 >> 8);
  std::int32_t const tenths = mean + around;
  return {station, tenths < -999 ? -999 : tenths > 999 ? 999 : tenths};
}

__host__ __device__ inline int digits_of(std::int32_t tenths) {
  std::int32_t const size = tenths < 0 ? -tenths : tenths;
  return (tenths < 0 ? 1 : 0) + (size >= 100 ? 4 : 3);
}

constexpr int rows_a_block = 1024;

/// Bytes of each block of rows.
static __global__ void kernel_text_sizes(Stations stations, std::uint64_t seed, std::int64_t rows, std::int64_t* sizes) {
  __shared__ unsigned bytes;
  if (threadIdx.x == 0) bytes = 0;
  __syncthreads();
  std::int64_t const row = std::int64_t{blockIdx.x} * rows_a_block + threadIdx.x;
  if (row < rows) {
    Line const line = line_of(seed, row, stations.count);
    atomicAdd(&bytes,
              stations.offsets[line.station + 1] - stations.offsets[line.station] + 2 + static_cast<unsigned>(digits_of(line.tenths)));
  }
  __syncthreads();
  if (threadIdx.x == 0) sizes[blockIdx.x] = bytes;
}

static __global__ void kernel_text(Stations stations, std::uint64_t seed, std::int64_t rows, std::int64_t const* places, char* text) {
  __shared__ unsigned sums[rows_a_block];
  std::int64_t const row = std::int64_t{blockIdx.x} * rows_a_block + threadIdx.x;
  Line line{};
  unsigned size = 0;
  if (row < rows) {
    line = line_of(seed, row, stations.count);
    size = stations.offsets[line.station + 1] - stations.offsets[line.station] + 2 + static_cast<unsigned>(digits_of(line.tenths));
  }
  sums[threadIdx.x] = size;
  for (unsigned distance = 1; distance < rows_a_block; distance *= 2) {
    __syncthreads();
    unsigned const before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    __syncthreads();
    sums[threadIdx.x] += before;
  }
  if (row >= rows) return;
  char* at = text + places[blockIdx.x] + sums[threadIdx.x] - size;
  for (std::uint32_t i = stations.offsets[line.station]; i < stations.offsets[line.station + 1]; ++i) *at++ = stations.names[i];
  *at++ = ';';
  std::int32_t left = line.tenths < 0 ? -line.tenths : line.tenths;
  if (line.tenths < 0) *at++ = '-';
  if (left >= 100) *at++ = static_cast<char>('0' + left / 100);
  *at++ = static_cast<char>('0' + left / 10 % 10);
  *at++ = '.';
  *at++ = static_cast<char>('0' + left % 10);
  *at = '\n';
}

struct DeviceText {
  char* bytes = nullptr;
  std::int64_t size = 0;
};

inline Stations upload(std::vector<std::string> const& names) {
  std::string text;
  std::vector<std::uint32_t> offsets{0};
  for (auto const& name : names) {
    text += name;
    offsets.push_back(static_cast<std::uint32_t>(text.size()));
  }
  Stations stations;
  stations.count = static_cast<std::uint32_t>(names.size());
  CUDA_CHECK(cudaMalloc(&stations.names, text.size() + 16));
  CUDA_CHECK(cudaMalloc(&stations.offsets, offsets.size() * 4));
  CUDA_CHECK(cudaMemcpy(stations.names, text.data(), text.size(), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(stations.offsets, offsets.data(), offsets.size() * 4, cudaMemcpyHostToDevice));
  return stations;
}

inline DeviceText make_text(Stations const& stations, std::uint64_t seed, std::int64_t rows) {
  auto const blocks = static_cast<unsigned>((rows + rows_a_block - 1) / rows_a_block);
  std::int64_t* places = nullptr;
  CUDA_CHECK(cudaMalloc(&places, (std::size_t{blocks} + 1) * 8));
  CUDA_CHECK(cudaMemset(places, 0, (std::size_t{blocks} + 1) * 8));
  kernel_text_sizes<<<blocks, rows_a_block>>>(stations, seed, rows, places);
  void* scratch = nullptr;
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch, bytes, places, places, static_cast<int>(blocks + 1)));
  CUDA_CHECK(cudaMalloc(&scratch, bytes));
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch, bytes, places, places, static_cast<int>(blocks + 1)));
  DeviceText text;
  CUDA_CHECK(cudaMemcpy(&text.size, places + blocks, 8, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMalloc(&text.bytes, static_cast<std::size_t>(text.size) + 32));
  kernel_text<<<blocks, rows_a_block>>>(stations, seed, rows, places, text.bytes);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFree(scratch));
  CUDA_CHECK(cudaFree(places));
  return text;
}

}  // namespace bench
