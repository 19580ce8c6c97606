/// The article's first version, as a general-purpose strings library runs it: every operation is a separate kernel, and its result a
/// column in memory. A string column takes three more steps: sizes, a scan, characters.
#pragma once

#include "article_rows.cuh"

namespace bench::article {

/// True for each string that contains `needle`.
struct Needle {
  char chars[8];
  std::int32_t size;
};

__global__ void __launch_bounds__(block_size) contains_kernel(DeviceColumn column, std::int64_t rows, Needle needle, bool* found) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row >= rows) return;
  StringView const text = element(column, row);
  bool is_found = false;
  for (std::int32_t start = 0; start + needle.size <= text.size && !is_found; ++start) {
    std::int32_t same = 0;
    while (same < needle.size && text.chars[start + same] == needle.chars[same]) ++same;
    is_found = same == needle.size;
  }
  found[row] = is_found;
}

__global__ void __launch_bounds__(block_size) find_space_kernel(DeviceColumn column, std::int64_t rows, std::int32_t* positions) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row < rows) positions[row] = find_space(element(column, row));
}

/// The first of the two columns of a split: the text before the delimiter, or all.
struct BeforeDelimiter {
  DeviceColumn column;
  std::int32_t const* positions;
  __device__ StringView at(std::int64_t row) const {
    StringView const text = element(column, row);
    std::int32_t const position = positions[row];
    return {text.chars, position < 0 ? text.size : position};
  }
  __device__ std::int32_t size(std::int64_t row) const { return at(row).size; }
  __device__ void write(std::int64_t row, char* out) const { append(out, at(row)); }
};

/// The second column: the text after the delimiter, or the whole text if there is none, so that its initial is the name's.
struct BehindDelimiter {
  DeviceColumn column;
  std::int32_t const* positions;
  __device__ StringView at(std::int64_t row) const {
    StringView const text = element(column, row);
    std::int32_t const start = positions[row] + 1;
    return {text.chars + start, text.size - start};
  }
  __device__ std::int32_t size(std::int64_t row) const { return at(row).size; }
  __device__ void write(std::int64_t row, char* out) const { append(out, at(row)); }
};

struct FirstCharacter {
  DeviceColumn column;
  __device__ StringView at(std::int64_t row) const {
    StringView const text = element(column, row);
    return {text.chars, character_size(text, 0)};
  }
  __device__ std::int32_t size(std::int64_t row) const { return at(row).size; }
  __device__ void write(std::int64_t row, char* out) const { append(out, at(row)); }
};

struct Concatenated {
  DeviceColumn left;
  DeviceColumn right;
  char separator;
  __device__ std::int32_t size(std::int64_t row) const { return element(left, row).size + 1 + element(right, row).size; }
  __device__ void write(std::int64_t row, char* out) const {
    out = append(out, element(left, row));
    *out++ = separator;
    append(out, element(right, row));
  }
};

struct CopyIfElse {
  DeviceColumn column;
  bool const* chosen;
  __device__ StringView at(std::int64_t row) const {
    return chosen[row] ? element(column, row) : StringView{hidden_chars, sizeof hidden_chars};
  }
  __device__ std::int32_t size(std::int64_t row) const { return at(row).size; }
  __device__ void write(std::int64_t row, char* out) const { append(out, at(row)); }
};

inline DeviceOutput run_general(DeviceInput const& input, Run const& run) {
  std::int64_t const rows = input.rows;
  std::int64_t const offsets_bytes = 4 * (rows + 1);

  auto const visible = run.array<bool>(rows);
  contains_kernel<<<blocks(rows), block_size, 0, run.stream()>>>(input.visibility, rows, {"public", 6}, visible.get());
  CUDA_CHECK(cudaGetLastError());
  run.traffic.add(column_bytes(input.visibility, rows), rows);

  auto const spaces = run.array<std::int32_t>(rows);
  find_space_kernel<<<blocks(rows), block_size, 0, run.stream()>>>(input.name, rows, spaces.get());
  CUDA_CHECK(cudaGetLastError());
  run.traffic.add(column_bytes(input.name, rows), 4 * rows);

  std::int64_t const split_bytes = offsets_bytes + 4 * rows;
  auto const first = make_strings(run, BeforeDelimiter{input.name, spaces.get()}, rows, split_bytes);
  auto const last = make_strings(run, BehindDelimiter{input.name, spaces.get()}, rows, split_bytes);
  // A character's size is in its first byte, so one byte per row is read.
  auto const initial = make_strings(run, FirstCharacter{last.view()}, rows, offsets_bytes + rows);
  auto const redacted = make_strings(run, Concatenated{initial.view(), first.view(), ' '}, rows, 2 * offsets_bytes);
  return handed_over(make_strings(run, CopyIfElse{redacted.view(), visible.get()}, rows, offsets_bytes + rows));
}

}  // namespace bench::article
