#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/rolling/block.cuh>
#include <rowfuse/rolling/order.hpp>

namespace rowfuse::cuda {

/// The nodes between the two ends of a window: levels 1 and 2 of the tile (near), or the nodes computed beforehand (far).
template <class Transform, class Policy, Reach reach>
struct RollingMiddles : RollingBlock<Transform, Policy, reach> {
  using Block = RollingBlock<Transform, Policy, reach>;
  using Block::end_nodes;
  using Block::fan_out;
  using Block::nodes;
  using Block::threads;
  using typename Block::Shape;
  using typename Block::Tile;
  template <std::size_t I>
  using MonoidAt = typename Block::template MonoidAt<I>;
  template <std::size_t I>
  using ValueAt = typename Block::template ValueAt<I>;

  /// Nodes of the tile from level 2 on, which is in shared memory (near).
  template <class Monoid>
  struct TileNodes {
    typename Monoid::Value const* parents;
    int first;

    template <int level>
    __device__ typename Monoid::Value at(int j) const {
      if constexpr (level == 2) {
        return parents[j - first];
      } else {
        return rolling::from_left<Monoid>(rolling::first_child(j), rolling::first_child(j + 1),
                                          [&](int child) { return at<level - 1>(child); });
      }
    }
  };

  /// Nodes computed beforehand (far).
  template <class Monoid>
  struct StoredNodes {
    RollingNodes const& nodes;

    template <int level>
    __device__ typename Monoid::Value at(int j) const {
      return static_cast<typename Monoid::Value const*>(nodes.levels[level])[j];
    }
  };

  static __device__ int first_parent(Tile const& tile) { return rolling::parent(tile.begin_node + fan_out - 1); }

  /// Computes level 2 of the tile (near): the nodes all of whose children are in it.
  template <class Monoid>
  __device__ void make_parents(Tile const& tile, typename Monoid::Value const* ones, typename Monoid::Value* twos) const {
    int const first = first_parent(tile);
    int const count = rolling::parent(tile.end_node + threads) - first;
    for (int at = static_cast<int>(threadIdx.x); at < count; at += threads) {
      int const child = rolling::first_child(first + at) - tile.begin_node;
      auto total = Monoid::identity();
#pragma unroll
      for (int c = 0; c < fan_out; ++c) total = Monoid::combine(total, ones[child + c]);
      twos[at] = total;
    }
  }

  /// Loads level 1 at both ends of the tile's windows (far): where windows end with the nodes before it in its parent, and where they begin
  /// with the nodes after it.
  template <std::size_t I>
  __device__ void load_ends(Tile const& tile, ValueAt<I>* ones) const {
    auto const* const stored = static_cast<ValueAt<I> const*>(nodes[I].levels[1]);
    for (int at = static_cast<int>(threadIdx.x); at < 2 * end_nodes; at += threads) {
      int const node = at < end_nodes ? tile.begin_node + at : tile.end_node - Shape::end_margin + (at - end_nodes);
      ones[at] = node >= 0 && node <= tile.last_node ? stored[node] : MonoidAt<I>::identity();
    }
  }

  /// Returns a node of level 1 from wherever it is stored.
  template <std::size_t I>
  __device__ ValueAt<I> level_1_at(Tile const& tile, ValueAt<I> const* ones, int node) const {
    if constexpr (reach == Reach::near) {
      return ones[node - tile.begin_node];
    } else {
      return static_cast<ValueAt<I> const*>(nodes[I].levels[1])[node];
    }
  }

  /// Combines the nodes of level 2 between the parents `first` and `last`. Only a few threads call it, so it is not inlined into the common
  /// code.
  template <std::size_t I>
  __device__ RF_NOINLINE ValueAt<I> upper(Tile const& tile, ValueAt<I> const* twos, int first, int last) const {
    using Monoid = MonoidAt<I>;
    if (first + 1 >= last) return Monoid::identity();
    if constexpr (reach == Reach::near) {
      return rolling::range_of_nodes<Monoid, 2, 3>(first + 1, last, TileNodes<Monoid>{twos, first_parent(tile)});
    } else {
      return rolling::range_of_nodes<Monoid, 2, rolling::most_levels - 1>(first + 1, last, StoredNodes<Monoid>{nodes[I]});
    }
  }

  /// Combines the nodes of level 1 between the nodes `begin` and `end`, for one pair.
  template <std::size_t I>
  __device__ ValueAt<I> middle(Tile const& tile, ValueAt<I> const* ones, ValueAt<I> const* twos, int begin, int end) const {
    using Monoid = MonoidAt<I>;
    auto const at = [&](int node) { return level_1_at<I>(tile, ones, node); };
    int const first = begin + 1;
    if (first >= end) return Monoid::identity();
    int const first_parent = rolling::parent(first);
    int const last_parent = rolling::parent(end - 1);
    if (first_parent == last_parent) return rolling::from_left<Monoid>(first, end, at);
    auto total = rolling::from_right<Monoid>(first, rolling::first_child(first_parent + 1), at);
    total = Monoid::combine(total, upper<I>(tile, twos, first_parent, last_parent));
    return Monoid::combine(total, rolling::from_left<Monoid>(rolling::first_child(last_parent), end, at));
  }
};

}  // namespace rowfuse::cuda
