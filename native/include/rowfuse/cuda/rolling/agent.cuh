#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/rolling/block.cuh>
#include <rowfuse/cuda/rolling/fetch.cuh>
#include <rowfuse/cuda/rolling/rows.cuh>
#include <rowfuse/cuda/rolling/windows.cuh>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// One block of the kernel that reduces windows of more than sixteen rows. A thread has the sixteen positions of one node. The windows that
/// end there begin in one node or in two neighbours. So it needs (rolling/order.hpp) the running totals of its own node, the totals from
/// the right of those two nodes, and two sums of the nodes in between. It reads each element from shared memory three times.
///
/// Each of its parts has a file: `fetch.cuh` loads elements, `middles.cuh` has the nodes between the two ends of windows, and `windows.cuh`
/// combines elements and nodes to windows.
///
/// Results go to the row function or, if a transform also has folds of the same windows, to memory.
///
/// Position p stands for row p - following. Nodes before row 0 or after the last row are fetched as if their elements were null. So tiles
/// at both ends of the input differ from the others only in where windows begin and end.
template <class Transform, class Policy, Reach reach, bool stores_totals = false>
struct AgentRolling : RollingWindows<Transform, Policy, reach> {
  using Block = RollingBlock<Transform, Policy, reach>;
  using Block::fan_out;
  using Block::inputs;
  using Block::length;
  using Block::outputs;
  using Block::report;
  using Block::stored;
  using Block::threads;
  using Block::window;
  using typename Block::Input;
  using typename Block::List;
  using typename Block::Shape;
  using typename Block::Tile;
  template <std::size_t I>
  using MonoidAt = typename Block::template MonoidAt<I>;
  template <std::size_t I>
  using ValueAt = typename Block::template ValueAt<I>;

  __device__ void run() const {
    Tile tile;
    this->locate(tile);
    fetch_tile<Transform, Policy, reach>(*this, tile);
    __syncthreads();
    for_each_index<List::size>([&](auto index) {
      if constexpr (List::size == 1) reduce<index>(tile);
      else reduce_apart<index>(tile);
    });
    __syncthreads();
    auto const result_place = [&](int j) { return detail::padded(j + tile.first_position); };
    if constexpr (stores_totals) {
      for (int j = static_cast<int>(threadIdx.x); j < Shape::tile_rows; j += threads) {
        std::int64_t const row = tile.first_row + j;
        if (row >= length) break;
        for_each_index<List::size>([&](auto index) {
          static_cast<ValueAt<index>*>(stored[index])[row] = this->template results<index>(tile.shape)[result_place(j)];
        });
      }
    } else {
      evaluate_rows<Transform, threads>(inputs, outputs, window, tile.first_row, Shape::tile_rows, length, report,
                                        [&](int j, std::int64_t, rolling::WindowRow<Transform>& row) {
                                          for_each_index<List::size>([&](auto index) {
                                            rolling::detail::total<index>(row) = this->template results<index>(tile.shape)[result_place(j)];
                                          });
                                        });
    }
  }

 private:
  /// Reduces one of several reductions. As one function with the others it takes the assembler ten times as long.
  template <std::size_t I>
  __device__ RF_NOINLINE void reduce_apart(Tile const& tile) const {
    reduce<I>(tile);
  }

  /// In a whole tile all elements are present and are reduced as such, which lets a monoid use more knowledge.
  template <std::size_t I>
  __device__ RF_INLINE void reduce(Tile const& tile) const {
    using Monoid = MonoidAt<I>;
    using Elements = rolling::ElementMonoid<rolling::ReductionAt<I, List>, Input>;
    if constexpr (std::is_same_v<Elements, Monoid>) {
      reduce_as<I, Monoid, true, true>(tile);
    } else if (tile.whole) {
      reduce_as<I, Elements, true, false>(tile);
    } else {
      reduce_as<I, Monoid, false, true>(tile);
    }
  }

  /// `whole` and `cut_off` say which kinds of tiles are passed.
  template <std::size_t I, class Elements, bool whole, bool cut_off>
  __device__ RF_INLINE void reduce_as(Tile const& tile) const {
    using Monoid = MonoidAt<I>;
    using Value = ValueAt<I>;
    Shape const& shape = tile.shape;
    auto const thread = static_cast<int>(threadIdx.x);
    auto const* const all = this->template elements<I>(shape);
    auto const* const own = all + detail::padded(fan_out) * (shape.begin_nodes + thread);
    auto const* const begins = all + detail::padded(fan_out) * thread;

    Value totals[fan_out];
    Value running = Monoid::identity();
#pragma unroll
    for (int r = 0; r < fan_out; ++r) {
      running = Monoid::combine(running, Elements::value(own[r]));
      totals[r] = running;
    }

    Value* const ones = this->template level_1<I>(shape);
    Value* const twos = ones + shape.level_1();
    Value* const pairs = twos + shape.upper_entries;
    if constexpr (reach == Reach::near) {
      ones[shape.begin_nodes + thread] = running;
      for (int node = thread; node < shape.begin_nodes; node += threads) {
        auto const* const from = all + detail::padded(fan_out) * node;
        Value total = Monoid::identity();
#pragma unroll
        for (int c = 0; c < fan_out; ++c) total = Monoid::combine(total, Elements::value(from[c]));
        ones[node] = total;
      }
      __syncthreads();
      this->template make_parents<Monoid>(tile, ones, twos);
      __syncthreads();
    } else {
      this->template load_ends<I>(tile, ones);
      __syncthreads();
    }
    if (whole && (!cut_off || tile.whole)) {
      if constexpr (whole) this->template reduce_whole<I, Elements>(tile, begins, ones, twos, pairs, totals);
    } else {
      if constexpr (cut_off) this->template reduce_cut_off<I>(tile, begins, ones, twos, totals);
    }

    if constexpr (Shape::in_place) __syncthreads();
    // Stores position by position of the thread's node; positions before the tile's first row are never read.
    Value* const to = this->template results<I>(shape) + detail::padded(fan_out) * thread;
#pragma unroll
    for (int r = 0; r < fan_out; ++r) to[r] = totals[r];
    // The nodes of the next reduction replace those of this one.
    if constexpr (!Shape::in_place) __syncthreads();
  }
};

}  // namespace rowfuse::cuda
