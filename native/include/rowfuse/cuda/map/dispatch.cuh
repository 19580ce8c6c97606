#pragma once

#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/map/kernel.cuh>
#include <rowfuse/cuda/map/tuning.cuh>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

/// True if every column that a transform reads or writes has a fixed width and no row builds strings: such a transform is a map.
template <class Transform>
inline constexpr bool is_map =
    text_columns<typename Transform::Input> == 0 && text_columns<typename Transform::Output> == 0 && !uses_arena<Transform>;

template <class Transform, class Policy = MapPolicy>
int dispatch_map(FillArguments const& arguments, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  constexpr std::int64_t tile = AgentMap<Transform, Policy>::tile_rows;
  auto const blocks = static_cast<unsigned>((arguments.length + tile - 1) / tile);
  kernel_map<Transform, Policy>
      <<<blocks, Policy::block_threads, 0, stream>>>(inputs, outputs, static_cast<std::int32_t>(arguments.length), arguments.report);
  return cudaGetLastError();
}

}  // namespace rowfuse::cuda
