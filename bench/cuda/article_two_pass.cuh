/// The design of the optimized custom kernel of "Mastering String Transformations in RAPIDS libcudf" (NVIDIA technical blog, 2022),
/// written anew over bare Arrow buffers. It has a kernel for the sizes, an exclusive scan, and a kernel for the characters, with one
/// thread per row. Memory comes from the stream-ordered pool unless the allocator says otherwise.
#pragma once

#include "article_rows.cuh"

namespace bench::article {

__global__ void __launch_bounds__(block_size)
    sizes_kernel(DeviceColumn names, DeviceColumn visibilities, std::int64_t rows, std::int32_t* sizes) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row > rows) return;
  std::int32_t size = 0;  // one entry more than rows: the scan leaves the total there
  if (row < rows) {
    size = static_cast<std::int32_t>(sizeof hidden_chars);
    if (is_public(element(visibilities, row))) size = Redacted(element(names, row)).size();
  }
  sizes[row] = size;
}

__global__ void __launch_bounds__(block_size)
    fill_kernel(DeviceColumn names, DeviceColumn visibilities, std::int64_t rows, std::int32_t const* offsets, char* chars) {
  std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * block_size + threadIdx.x;
  if (row >= rows) return;
  char* const out = chars + offsets[row];
  if (is_public(element(visibilities, row))) {
    Redacted(element(names, row)).write(out);
  } else {
    append(out, {hidden_chars, sizeof hidden_chars});
  }
}

/// One run: sizes, scan, the total read back, fill. `pinned_total` is page-locked.
inline DeviceOutput run(DeviceInput const& input, Allocator const& allocator, std::int32_t* pinned_total, PhaseEvents const& events,
                        bool poisoned) {
  DeviceOutput output;
  cudaStream_t const stream = allocator.stream();
  auto const entries = static_cast<std::size_t>(input.rows) + 1;
  output.offsets = allocator.take<std::int32_t>(entries);
  poison(poisoned, output.offsets, entries * sizeof(std::int32_t), stream);
  record(events.start, stream);
  sizes_kernel<<<blocks(input.rows + 1), block_size, 0, stream>>>(input.name, input.visibility, input.rows, output.offsets);
  CUDA_CHECK(cudaGetLastError());
  record(events.sized, stream);

  scan_sizes(allocator, output.offsets, input.rows + 1);
  record(events.scanned, stream);

  CUDA_CHECK(cudaMemcpyAsync(pinned_total, output.offsets + input.rows, sizeof(std::int32_t), cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  output.bytes = *pinned_total;
  output.chars = allocator.take<char>(static_cast<std::size_t>(output.bytes));
  poison(poisoned, output.chars, static_cast<std::size_t>(output.bytes), stream);
  record(events.filling, stream);
  fill_kernel<<<blocks(input.rows), block_size, 0, stream>>>(input.name, input.visibility, input.rows, output.offsets, output.chars);
  CUDA_CHECK(cudaGetLastError());
  return output;
}

/// One run with its traffic counted.
inline DeviceOutput run_two_pass(DeviceInput const& input, Run const& run) {
  DeviceOutput const output = article::run(input, run.allocator, run.pinned_total, {}, run.poisoned);
  std::int64_t const offsets_bytes = 4 * (input.rows + 1);
  std::int64_t const input_bytes = column_bytes(input.name, input.rows) + column_bytes(input.visibility, input.rows);
  run.traffic.add(input_bytes, offsets_bytes);                   // sizes
  run.traffic.add(offsets_bytes, offsets_bytes);                 // scan
  run.traffic.add(input_bytes + offsets_bytes, output.bytes);  // fill
  return output;
}

}  // namespace bench::article
