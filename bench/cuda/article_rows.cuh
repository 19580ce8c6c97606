/// Shared code of the versions of "Mastering String Transformations in RAPIDS libcudf" (NVIDIA technical blog, 2022) that are written
/// anew here. It has the strings of a row, as the article's string_view has them, and the three steps that make a string column. These
/// are sizes, an exclusive scan, and characters, with one thread per row.
#pragma once

#include "cuda_check.cuh"
//
#include <cub/device/device_scan.cuh>

#include "device_allocator.cuh"
#include "device_table.cuh"

namespace bench::article {

constexpr int block_size = 256;

inline unsigned blocks(std::int64_t threads) { return static_cast<unsigned>((threads + block_size - 1) / block_size); }

/// One string, like the article's string_view.
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

__device__ inline char* append(char* out, StringView text) {
  for (std::int32_t index = 0; index < text.size; ++index) *out++ = text.chars[index];
  return out;
}

/// The parts of a public row's redacted name: the last name's initial, a space, the first name.
struct Redacted {
  StringView initial;
  StringView first;

  __device__ explicit Redacted(StringView name) {
    std::int32_t const space = find_space(name);
    first = {name.chars, space < 0 ? name.size : space};
    initial = {name.chars + space + 1, character_size(name, space + 1)};
  }
  __device__ std::int32_t size() const { return initial.size + 1 + first.size; }
  __device__ char* write(char* out) const {
    out = append(out, initial);
    *out++ = ' ';
    return append(out, first);
  }
};

/// Bytes that kernels read and write, added up as a version runs. Offsets, flags and searched characters count as whole columns. Copied
/// characters count once as read and once as written.
struct Traffic {
  std::int64_t bytes = 0;
  void add(std::int64_t read, std::int64_t written) { bytes += read + written; }
};

/// Resources of a run besides its input.
struct Run {
  Allocator allocator;
  std::int32_t* pinned_total;  ///< page-locked
  Traffic& traffic;
  bool poisoned;  ///< overwrite fresh memory

  cudaStream_t stream() const { return allocator.stream(); }

  template <class Item>
  Array<Item> array(std::int64_t count) const {
    Array<Item> memory(allocator, static_cast<std::size_t>(count));
    poison(poisoned, memory.get(), memory.bytes(), stream());
    return memory;
  }
};

/// A string column in allocated memory.
struct StringsColumn {
  Array<std::int32_t> offsets;
  Array<char> chars;
  std::int64_t bytes;

  DeviceColumn view() const { return {offsets.get(), chars.get(), bytes}; }
};

/// The exclusive sum of `entries` sizes, in place.
inline void scan_sizes(Allocator const& allocator, std::int32_t* sizes, std::int64_t entries) {
  std::size_t bytes = 0;
  auto const count = static_cast<int>(entries);
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, bytes, sizes, sizes, count, allocator.stream()));
  Array<char> const scratch(allocator, bytes);
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(scratch.get(), bytes, sizes, sizes, count, allocator.stream()));
}

template <class Rows>
__global__ void __launch_bounds__(block_size) row_sizes_kernel(Rows strings, std::int64_t rows, std::int32_t* sizes) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row > rows) return;
  sizes[row] = row < rows ? strings.size(row) : 0;  // one entry more than rows: the scan leaves the total there
}

template <class Rows>
__global__ void __launch_bounds__(block_size) row_chars_kernel(Rows strings, std::int64_t rows, std::int32_t const* offsets, char* chars) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row < rows) strings.write(row, chars + offsets[row]);
}

/// Returns the column of `strings.size(row)` bytes that `strings.write(row, out)` writes. `looked_at` are the bytes that one pass over
/// `strings` reads besides the characters that it copies.
template <class Rows>
StringsColumn make_strings(Run const& run, Rows const& strings, std::int64_t rows, std::int64_t looked_at) {
  auto offsets = run.array<std::int32_t>(rows + 1);
  auto const offsets_bytes = static_cast<std::int64_t>(offsets.bytes());
  row_sizes_kernel<<<blocks(rows + 1), block_size, 0, run.stream()>>>(strings, rows, offsets.get());
  CUDA_CHECK(cudaGetLastError());
  run.traffic.add(looked_at, offsets_bytes);
  scan_sizes(run.allocator, offsets.get(), rows + 1);
  run.traffic.add(offsets_bytes, offsets_bytes);

  CUDA_CHECK(cudaMemcpyAsync(run.pinned_total, offsets.get() + rows, sizeof(std::int32_t), cudaMemcpyDeviceToHost, run.stream()));
  CUDA_CHECK(cudaStreamSynchronize(run.stream()));
  std::int64_t const bytes = *run.pinned_total;
  auto chars = run.array<char>(bytes);
  row_chars_kernel<<<blocks(rows), block_size, 0, run.stream()>>>(strings, rows, offsets.get(), chars.get());
  CUDA_CHECK(cudaGetLastError());
  run.traffic.add(looked_at + offsets_bytes + bytes, bytes);
  return {std::move(offsets), std::move(chars), bytes};
}

/// The strings that an array of views refers to: the step from strings anywhere in memory to a column.
struct Gathered {
  StringView const* views;
  __device__ std::int32_t size(std::int64_t row) const { return views[row].size; }
  __device__ void write(std::int64_t row, char* out) const { append(out, views[row]); }
};

inline StringsColumn gather(Run const& run, StringView const* views, std::int64_t rows) {
  return make_strings(run, Gathered{views}, rows, rows * static_cast<std::int64_t>(sizeof(StringView)));
}

/// The value of a redacted row that is not public: constant memory of the device.
static __device__ constexpr char hidden_chars[] = {'X', ' ', 'X'};

inline DeviceOutput handed_over(StringsColumn&& column) { return {column.offsets.release(), column.chars.release(), column.bytes}; }

inline std::int64_t column_bytes(DeviceColumn const& column, std::int64_t rows) {
  return column.chars_bytes + static_cast<std::int64_t>(sizeof(std::int32_t)) * (rows + 1);
}

}  // namespace bench::article
