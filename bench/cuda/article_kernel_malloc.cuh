/// The article's second version: one kernel that allocates every public row's result on the device's heap, a gather of the results into
/// a column, and a kernel that frees the memory.
#pragma once

#include "article_rows.cuh"

namespace bench::article {

/// Bytes of the device heap for `rows` rows. Half of them need an allocation, whose granule on the device is unknown to callers; 160
/// bytes each is plenty.
constexpr std::size_t heap_bytes(std::int64_t rows) { return (std::size_t{64} << 20) + static_cast<std::size_t>(rows) * 80; }

/// Rows for which the heap had no memory, since the program started.
static __device__ unsigned long long rows_without_memory = 0;

__global__ void __launch_bounds__(block_size)
    malloc_redact_kernel(DeviceColumn names, DeviceColumn visibilities, std::int64_t rows, StringView* results) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row >= rows) return;
  StringView result{hidden_chars, sizeof hidden_chars};
  if (is_public(element(visibilities, row))) {
    Redacted const redacted(element(names, row));
    std::int32_t const size = redacted.size();
    if (auto* const memory = static_cast<char*>(malloc(static_cast<std::size_t>(size)))) {
      redacted.write(memory);
      result = {memory, size};
    } else {
      atomicAdd(&rows_without_memory, 1ull);
    }
  }
  results[row] = result;
}

__global__ void __launch_bounds__(block_size) free_results_kernel(StringView const* results, std::int64_t rows) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row >= rows) return;
  char const* const chars = results[row].chars;
  if (chars != hidden_chars) free(const_cast<char*>(chars));
}

inline DeviceOutput run_kernel_malloc(DeviceInput const& input, Run const& run) {
  std::int64_t const rows = input.rows;
  std::int64_t const views_bytes = rows * static_cast<std::int64_t>(sizeof(StringView));
  auto const results = run.array<StringView>(rows);
  malloc_redact_kernel<<<blocks(rows), block_size, 0, run.stream()>>>(input.name, input.visibility, rows, results.get());
  CUDA_CHECK(cudaGetLastError());
  auto column = gather(run, results.get(), rows);
  run.traffic.add(column_bytes(input.name, rows) + column_bytes(input.visibility, rows), views_bytes + column.bytes);
  free_results_kernel<<<blocks(rows), block_size, 0, run.stream()>>>(results.get(), rows);
  CUDA_CHECK(cudaGetLastError());
  run.traffic.add(views_bytes, 0);
  return handed_over(std::move(column));
}

}  // namespace bench::article
