#pragma once

#include <cstdint>

#include <rowfuse/cuda/rolling/block.cuh>
#include <rowfuse/rolling/elements.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cuda {

namespace detail {

/// Loads the elements [first, first + count) to shared memory, from `place` on. Elements outside the input are null. With `inside` there
/// are none.
template <bool inside, class Policy, class Block>
__device__ void fetch_elements(Block const& block, typename Block::Shape const& shape, std::int64_t first, int place, int count) {
  using Input = typename Block::Input;
  using List = typename Block::List;
  constexpr int batch = Policy::loads_in_flight;
  constexpr int threads = Block::threads;
#pragma unroll 1
  for (int at = static_cast<int>(threadIdx.x); at < count; at += batch * threads) {
    RowValues<Input> rows[batch];
    bool there[batch];
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      std::int64_t const row = first + at + i * threads;
      there[i] = at + i * threads < count && (inside || (row >= 0 && row < block.length));
      if (there[i]) rows[i] = rolling::element_row<Input>(block.inputs.columns, row);
    }
#pragma unroll
    for (int i = 0; i < batch; ++i) {
      int const to = padded(place + at + i * threads);
      bool const stored = at + i * threads < count;
      for_each_index<List::size>([&](auto index) {
        using Reduction = rolling::ReductionAt<index, List>;
        auto element = Reduction::Monoid::absent();
        if (there[i]) element = rolling::element_of<Reduction>(rows[i]);
        if (stored) block.template elements<index>(shape)[to] = element;
      });
    }
  }
}

/// Loads the elements of `count` nodes to shared memory, from `place` on, which counts nodes.
template <class Policy, class Block>
__device__ void fetch_nodes(Block const& block, typename Block::Tile const& tile, int first_node, int place, int count) {
  constexpr int fan_out = rolling::fan_out;
  std::int64_t const first = static_cast<std::int64_t>(first_node) * fan_out;
  bool const inside = first >= 0 && first + count * fan_out <= block.length;
  if (inside) fetch_elements<true, Policy>(block, tile.shape, first, place * fan_out, count * fan_out);
  else fetch_elements<false, Policy>(block, tile.shape, first, place * fan_out, count * fan_out);
}

}  // namespace detail

/// Loads the elements of the nodes in which windows begin and end, and (near) of those in between, into shared memory. Called by all
/// threads of the block.
template <class Transform, class Policy, Reach reach>
__device__ void fetch_tile(RollingBlock<Transform, Policy, reach> const& block,
                           typename RollingBlock<Transform, Policy, reach>::Tile const& tile) {
  auto const& shape = tile.shape;
  if constexpr (reach == Reach::far) {
    detail::fetch_nodes<Policy>(block, tile, tile.begin_node, 0, block.threads + 1);
    detail::fetch_nodes<Policy>(block, tile, tile.end_node, shape.begin_nodes, block.threads);
  } else {
    detail::fetch_nodes<Policy>(block, tile, tile.begin_node, 0, shape.begin_nodes + block.threads);
  }
}

}  // namespace rowfuse::cuda
