/// The article's third version: like the second, but every row has its place in one buffer whose size follows from the input, so that
/// the kernel allocates nothing.
#pragma once

#include "article_rows.cuh"

namespace bench::article {

__global__ void __launch_bounds__(block_size)
    preallocated_redact_kernel(DeviceColumn names, DeviceColumn visibilities, std::int64_t rows, char* scratch, StringView* results) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row >= rows) return;
  StringView result{hidden_chars, sizeof hidden_chars};
  if (is_public(element(visibilities, row))) {
    // A name without a space grows by its initial and a space: two bytes more per row (the data is ASCII).
    char* const place = scratch + (names.offsets[row] - names.offsets[0]) + 2 * row;
    char const* const end = Redacted(element(names, row)).write(place);
    result = {place, static_cast<std::int32_t>(end - place)};
  }
  results[row] = result;
}

inline DeviceOutput run_preallocated(DeviceInput const& input, Run const& run) {
  std::int64_t const rows = input.rows;
  std::int64_t const views_bytes = rows * static_cast<std::int64_t>(sizeof(StringView));
  auto const results = run.array<StringView>(rows);
  auto const scratch = run.array<char>(input.name.chars_bytes + 2 * rows);
  preallocated_redact_kernel<<<blocks(rows), block_size, 0, run.stream()>>>(input.name, input.visibility, rows, scratch.get(),
                                                                            results.get());
  CUDA_CHECK(cudaGetLastError());
  auto column = gather(run, results.get(), rows);
  run.traffic.add(column_bytes(input.name, rows) + column_bytes(input.visibility, rows), views_bytes + column.bytes);
  return handed_over(std::move(column));
}

}  // namespace bench::article
