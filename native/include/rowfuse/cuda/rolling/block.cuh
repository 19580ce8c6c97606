#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rolling/shape.cuh>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/rolling/window.hpp>

namespace rowfuse::cuda {

/// The state that the parts of a block of the rolling kernel share: the arguments of the launch, and the block's shared memory.
template <class Transform, class Policy, Reach reach>
struct RollingBlock {
  using Input = typename Transform::Input;
  using List = rolling::ReductionsOf<Transform>;
  using Shape = RollingShape<Transform, Policy, reach>;
  using Bytes = typename Shape::Bytes;
  static constexpr int threads = Shape::threads;
  static_assert(reach != Reach::narrow);
  static constexpr int fan_out = rolling::fan_out;

  InputPack<Transform::Input::size> const& inputs;
  OutputPack<Transform::Output::size> const& outputs;
  Window const& window;  ///< within `length`
  std::int32_t length;
  RollingNodes const* nodes;  ///< by reduction (far)
  void* const* stored;        ///< by reduction: its results by row, if they are stored
  std::uint64_t* report;
  char* shared;

  struct Tile {
    std::int64_t first_row;
    int end_node;        ///< of thread 0: the node in which its windows end
    int begin_node;      ///< of thread 0: the node in which its first window begins
    int first_position;  ///< of the tile's first row, within `end_node`
    int offset;          ///< within the node in which a thread's first window begins
    int last_node;       ///< of the input
    bool whole;          ///< no end of the input cuts off a window of the tile, or an element that it fetches
    Shape shape;
  };

  /// Finds the tile of this block. Takes a reference, because nvcc 13.0 emits different code if the tile is returned.
  __device__ void locate(Tile& tile) const {
    auto const rows = static_cast<std::int64_t>(window.rows());
    tile.first_row = static_cast<std::int64_t>(blockIdx.x) * Shape::tile_rows;
    tile.end_node = static_cast<int>((tile.first_row + window.following) >> rolling::fan_out_bits);
    tile.begin_node = static_cast<int>((static_cast<std::int64_t>(tile.end_node) * fan_out + 1 - rows) >> rolling::fan_out_bits);
    tile.first_position = static_cast<int>((tile.first_row + window.following) & (fan_out - 1));
    tile.offset = static_cast<int>((1 - rows) & (fan_out - 1));
    tile.last_node = (length - 1) >> rolling::fan_out_bits;
    tile.whole = tile.begin_node >= 0 && static_cast<std::int64_t>(tile.end_node + threads) * fan_out <= length;
    tile.shape = Shape::of(tile.end_node - tile.begin_node);
  }

  template <std::size_t I>
  using MonoidAt = typename rolling::ReductionAt<I, List>::Monoid;
  template <std::size_t I>
  using ElementAt = typename MonoidAt<I>::Element;
  template <std::size_t I>
  using ValueAt = typename MonoidAt<I>::Value;

  template <std::size_t I>
  __device__ ElementAt<I>* elements(Shape const& shape) const {
    constexpr std::size_t before = Bytes::template elements_before<I>;
    return reinterpret_cast<ElementAt<I>*>(shared + before * shape.places());
  }
  template <std::size_t I>
  __device__ ValueAt<I>* results(Shape const& shape) const {
    constexpr std::size_t before = Bytes::template values_before<I> * static_cast<std::size_t>(Shape::result_places);
    return reinterpret_cast<ValueAt<I>*>(shared + shape.result_offset() + before);
  }

  /// Nodes of level 1 in shared memory: those of the tile (near), or those of both ends with everything that their parents need (far).
  template <std::size_t I>
  __device__ ValueAt<I>* level_1(Shape const& shape) const {
    return reinterpret_cast<ValueAt<I>*>(shared + shape.node_offset());
  }
  static constexpr int end_nodes = threads + 2 * Shape::end_margin;  ///< per end
};

}  // namespace rowfuse::cuda
