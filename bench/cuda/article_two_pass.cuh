/// The design of the optimized custom kernel of "Mastering String Transformations in RAPIDS libcudf" (NVIDIA technical
/// blog, 2022), written anew over bare Arrow buffers: a kernel for the sizes, an exclusive scan, a kernel for the
/// characters, one thread a row, memory from the stream-ordered pool. What the article's string_view calls do
/// (compare, find, substr) stands here as loops over characters.
#pragma once

#include "cuda_check.cuh"
//
#include <cub/device/device_scan.cuh>

#include "device_table.cuh"

namespace bench::article {

constexpr int block_size = 256;

struct StringView {
  char const* chars;
  std::int32_t size;
};

__device__ inline StringView element(DeviceColumn const& column, std::int64_t row) {
  std::int32_t const start = column.offsets[row];
  return {column.chars + start, column.offsets[row + 1] - start};
}

__device__ inline bool is_public(StringView text) {
  constexpr char visible[] = {'p', 'u', 'b', 'l', 'i', 'c'};
  if (text.size != 6) return false;
  for (int index = 0; index < 6; ++index) {
    if (text.chars[index] != visible[index]) return false;
  }
  return true;
}

/// The byte position of the first space, or -1.
__device__ inline std::int32_t find_space(StringView name) {
  for (std::int32_t index = 0; index < name.size; ++index) {
    if (name.chars[index] == ' ') return index;
  }
  return -1;
}

/// Bytes of the character at `at`, 0 at the end: the initial is a whole character.
__device__ inline std::int32_t character_size(StringView name, std::int32_t at) {
  if (at >= name.size) return 0;
  auto const lead = static_cast<unsigned char>(name.chars[at]);
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

__global__ void __launch_bounds__(block_size)
    sizes_kernel(DeviceColumn names, DeviceColumn visibilities, std::int64_t rows, std::int32_t* sizes) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row > rows) return;
  std::int32_t size = 0;  // one entry more than rows: the scan leaves the total there
  if (row < rows) {
    size = 3;
    if (is_public(element(visibilities, row))) {
      StringView const name = element(names, row);
      std::int32_t const space = find_space(name);
      std::int32_t const first = space < 0 ? name.size : space;
      size = character_size(name, space + 1) + 1 + first;
    }
  }
  sizes[row] = size;
}

__global__ void __launch_bounds__(block_size)
    fill_kernel(DeviceColumn names, DeviceColumn visibilities, std::int64_t rows, std::int32_t const* offsets, char* chars) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row >= rows) return;
  char* out = chars + offsets[row];
  if (!is_public(element(visibilities, row))) {
    out[0] = 'X';
    out[1] = ' ';
    out[2] = 'X';
    return;
  }
  StringView const name = element(names, row);
  std::int32_t const space = find_space(name);
  std::int32_t const first = space < 0 ? name.size : space;
  std::int32_t const initial = character_size(name, space + 1);
  for (std::int32_t index = 0; index < initial; ++index) *out++ = name.chars[space + 1 + index];
  *out++ = ' ';
  for (std::int32_t index = 0; index < first; ++index) *out++ = name.chars[index];
}

/// One run: sizes, scan, the total read back, fill. `pinned_total` is page-locked.
inline DeviceOutput run(DeviceInput const& input, cudaStream_t stream, std::int32_t* pinned_total, PhaseEvents const& events,
                        bool poisoned) {
  DeviceOutput output;
  auto const entries = static_cast<std::size_t>(input.rows) + 1;
  auto const blocks = [](std::size_t threads) { return static_cast<unsigned>((threads + block_size - 1) / block_size); };
  CUDA_CHECK(cudaMallocAsync(&output.offsets, entries * sizeof(std::int32_t), stream));
  poison(poisoned, output.offsets, entries * sizeof(std::int32_t), stream);
  record(events.start, stream);
  sizes_kernel<<<blocks(entries), block_size, 0, stream>>>(input.name, input.visibility, input.rows, output.offsets);
  CUDA_CHECK(cudaGetLastError());
  record(events.sized, stream);

  std::size_t scratch_bytes = 0;
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, scratch_bytes, output.offsets, output.offsets,
                                           static_cast<int>(entries), stream));
  void* scratch = nullptr;
  CUDA_CHECK(cudaMallocAsync(&scratch, scratch_bytes, stream));
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, output.offsets, output.offsets,
                                           static_cast<int>(entries), stream));
  CUDA_CHECK(cudaFreeAsync(scratch, stream));
  record(events.scanned, stream);

  CUDA_CHECK(cudaMemcpyAsync(pinned_total, output.offsets + input.rows, sizeof(std::int32_t), cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  output.bytes = *pinned_total;
  CUDA_CHECK(cudaMallocAsync(&output.chars, static_cast<std::size_t>(output.bytes), stream));
  poison(poisoned, output.chars, static_cast<std::size_t>(output.bytes), stream);
  record(events.filling, stream);
  fill_kernel<<<blocks(static_cast<std::size_t>(input.rows)), block_size, 0, stream>>>(
      input.name, input.visibility, input.rows, output.offsets, output.chars);
  CUDA_CHECK(cudaGetLastError());
  return output;
}

}  // namespace bench::article
