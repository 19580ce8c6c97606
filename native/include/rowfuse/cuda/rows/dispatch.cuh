#pragma once

#include <algorithm>
#include <cstdint>

#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/rows/kernel.cuh>
#include <rowfuse/cuda/rows/tuning.cuh>

namespace rowfuse::cuda {

namespace detail {

/// Returns the number of blocks that cover `rows` rows.
template <class Policy>
unsigned grid(std::int64_t rows) {
  constexpr std::int64_t tile = Policy::block_threads * Policy::rows_per_thread;
  return static_cast<unsigned>((rows + tile - 1) / tile);
}

/// Returns the shared memory of a block for each text column: enough for most blocks by the mean of the rows, within the policy.
template <class Output, class Policy>
std::int32_t staged_bytes(FillArguments const& arguments) {
  constexpr int columns = text_columns<Output>;
  if constexpr (columns == 0) {
    return 0;
  } else {
    std::int64_t most = 0;
    for (int i = 0; i < Output::size; ++i)
      if (arguments.outputs[i].offsets != nullptr) most = std::max(most, arguments.outputs[i].values_bytes);
    constexpr std::int64_t tile = Policy::block_threads * Policy::rows_per_thread;
    std::int64_t const expected = (most / arguments.length + 1) * tile * 9 / 8 + 16;
    auto const bytes = std::clamp<std::int64_t>(expected, Policy::least_staged / columns, Policy::most_staged / columns);
    return static_cast<std::int32_t>(bytes / 16 * 16);
  }
}

/// Evaluates the rows that a pass has left out, if there can be any. Only the device knows their number, so as many warps as may be
/// resident share them.
template <class Transform, class Policy = LongRowsPolicy>
void launch_long_rows(InputPack<Transform::Input::size> const& inputs, OutputPack<Transform::Output::size> const& outputs,
                      std::uint64_t* report, LongRows const& rows, bool writes, CUstream_st* stream) {
  if constexpr (takes_long_rows<Transform>) {
    std::int64_t const most = rows.count >= 0 ? std::min(rows.count, rows.capacity) : rows.capacity;
    if (most == 0) return;
    constexpr std::int64_t block_warps = Policy::block_threads / 32;
    auto const blocks = static_cast<unsigned>(std::min((most + block_warps - 1) / block_warps, Policy::most_blocks));
    kernel_long_rows<Transform, Policy><<<blocks, Policy::block_threads, 0, stream>>>(inputs, outputs, report, rows, writes);
  }
}

}  // namespace detail

/// Launches the sizes pass of a transform that gives one row per row and builds no strings.
template <class Transform, class Policy = SizesPolicy>
int dispatch_row_sizes(SizesArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  kernel_sizes<Transform, Policy><<<detail::grid<Policy>(arguments.length + 1), Policy::block_threads, 0, stream>>>(
      inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps, arguments.long_rows);
  detail::launch_long_rows<Transform>(inputs, outputs, arguments.report, arguments.long_rows, false, stream);
  return cudaGetLastError();
}

/// Launches the fill pass of such a transform, for at least one row.
template <class Transform, class Policy = FillPolicy>
int dispatch_row_fill(FillArguments const& arguments, CUstream_st* stream) {
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  std::int32_t const staged_bytes = detail::staged_bytes<typename Transform::Output, Policy>(arguments);
  auto const shared_bytes = static_cast<std::size_t>(text_columns<typename Transform::Output> * staged_bytes);
  kernel_fill<Transform, Policy><<<detail::grid<Policy>(arguments.length), Policy::block_threads, shared_bytes, stream>>>(
      inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report, arguments.ascii_warps, arguments.long_rows,
      staged_bytes);
  detail::launch_long_rows<Transform>(inputs, outputs, arguments.report, arguments.long_rows, true, stream);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
