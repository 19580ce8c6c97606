#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/rolling/middles.cuh>
#include <rowfuse/rolling/elements.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>

namespace rowfuse::cuda {

/// Computes a thread's windows from the elements at both ends and the nodes in between: (left + middle) + right.
template <class Transform, class Policy, Reach reach>
struct RollingWindows : RollingMiddles<Transform, Policy, reach> {
  using Block = RollingBlock<Transform, Policy, reach>;
  using Middles = RollingMiddles<Transform, Policy, reach>;
  using Block::end_nodes;
  using Block::fan_out;
  using Block::inputs;
  using Block::length;
  using Block::threads;
  using typename Block::Input;
  using typename Block::List;
  using typename Block::Shape;
  using typename Block::Tile;
  template <std::size_t I>
  using MonoidAt = typename Block::template MonoidAt<I>;
  template <std::size_t I>
  using ElementAt = typename Block::template ElementAt<I>;
  template <std::size_t I>
  using ValueAt = typename Block::template ValueAt<I>;

  /// Reduces the windows of a whole tile: first the two middles of each thread.
  template <std::size_t I, class Elements>
  __device__ void reduce_whole(Tile const& tile, ElementAt<I> const* begins, ValueAt<I> const* ones, ValueAt<I> const* twos,
                               ValueAt<I>* pairs, ValueAt<I> (&totals)[fan_out]) const {
    using Monoid = MonoidAt<I>;
    using Value = ValueAt<I>;
    auto const thread = static_cast<int>(threadIdx.x);
    int const end = tile.end_node + thread;
    int const begin = tile.begin_node + thread;
    // The parents of the nodes in which windows begin and end advance together. So the last parent identifies a pair, together with the
    // distance of the first parent from its value in thread 0: the same, one more, or one less.
    int const parent_of_first = rolling::parent(tile.begin_node + 1);
    int const parent_of_last = rolling::parent(tile.end_node - 1);
    if (thread < Shape::pairs) {
      int const j = thread / 3;
      int const first = parent_of_first + j + thread % 3 - 1;
      int const last = parent_of_last + j;
      // The first of these pairs may name parents that no window has and that are not in the tile.
      if (first >= parent_of_first && last <= rolling::parent(tile.end_node + threads - 2)) {
        pairs[thread] = this->template upper<I>(tile, twos, first, last);
      }
    }

    // Left: from the right within the first node's parent, with and without that node. Right: from the left within the last node's parent.
    auto const begin_at = [&](int node) { return ones[node - tile.begin_node]; };
    auto const end_at = [&](int node) {
      return reach == Reach::near ? ones[node - tile.begin_node] : ones[end_nodes + node - (tile.end_node - Shape::end_margin)];
    };
    int const first = begin + 1;
    int const last_parent = rolling::parent(end - 1);
    int const parents[2] = {rolling::parent(first), rolling::parent(first + 1)};
    // If one parent has both ends, neither sum is used, but still only nodes of the tile may be read.
    int const left_end = rolling::first_child(parents[1] + 1);
    Value const after = rolling::from_right<Monoid>(first + 1, left_end < end ? left_end : end, begin_at);
    Value const lefts[2] = {parents[0] == parents[1] ? Monoid::combine(begin_at(first), after) : begin_at(first), after};
    int const right_begin = rolling::first_child(last_parent);
    Value const right = rolling::from_left<Monoid>(right_begin > first ? right_begin : first, end, end_at);
    __syncthreads();
    Value middles[2];
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      if (first + i >= end) {
        middles[i] = Monoid::identity();
      } else if (parents[i] == last_parent) {
        middles[i] = rolling::from_left<Monoid>(first + i, end, end_at);
      } else {
        int const j = last_parent - parent_of_last;
        middles[i] = Monoid::combine(Monoid::combine(lefts[i], pairs[3 * j + (parents[i] - parent_of_first - j) + 1]), right);
      }
    }

    // The elements of the node in which the last windows begin, from their first place on.
    Value left = Monoid::identity();
    auto const* const next = begins + detail::padded(fan_out);
#pragma unroll 4
    for (int c = fan_out - 1; c >= tile.offset && tile.offset > 0; --c) left = Monoid::combine(Elements::value(next[c]), left);
#pragma unroll
    for (int r = fan_out - 1; r >= 0; --r) {
      int const place = tile.offset + r;
      if (place == fan_out - 1) left = Monoid::identity();
      bool const second = place >= fan_out;
      left = Monoid::combine(Elements::value(begins[place + (second ? 1 : 0)]), left);
      totals[r] = Monoid::combine(Monoid::combine(left, second ? middles[1] : middles[0]), totals[r]);
    }
  }

  /// Reduces the windows of a tile at an end of the input. Its main part is out of line, so that it costs other tiles no registers.
  template <std::size_t I>
  __device__ RF_INLINE void reduce_cut_off(Tile const& tile, ElementAt<I> const* begins, ValueAt<I> const* ones, ValueAt<I> const* twos,
                                           ValueAt<I> (&totals)[fan_out]) const {
    ValueAt<I> copy[fan_out];
#pragma unroll
    for (int r = 0; r < fan_out; ++r) copy[r] = totals[r];
    combine_cut_off<I>(tile, begins, ones, twos, copy);
#pragma unroll
    for (int r = 0; r < fan_out; ++r) totals[r] = copy[r];
  }

 private:
  /// Reads an element from the input: for the few windows that find it nowhere else.
  template <std::size_t I>
  __device__ ValueAt<I> element(std::int64_t row) const {
    using Reduction = rolling::ReductionAt<I, List>;
    return MonoidAt<I>::value(rolling::element_of<Reduction>(rolling::element_row<Input>(inputs.columns, row)));
  }

  template <std::size_t I>
  __device__ RF_NOINLINE void combine_cut_off(Tile const& tile, ElementAt<I> const* begins, ValueAt<I> const* ones, ValueAt<I> const* twos,
                                              ValueAt<I>* totals) const {
    using Monoid = MonoidAt<I>;
    using Value = ValueAt<I>;
    auto const thread = static_cast<int>(threadIdx.x);
    auto const element_at = [&](std::int64_t row) { return element<I>(row); };
    // For a thread after the last node all windows end with the input.
    int const end = tile.end_node + thread < tile.last_node ? tile.end_node + thread : tile.last_node;
    if (tile.end_node + thread > tile.last_node) {
      Value const last = this->template level_1_at<I>(tile, ones, tile.last_node);
      for (int r = 0; r < fan_out; ++r) totals[r] = last;
    }
    int const begin = tile.begin_node + thread;
    // All windows that begin before row 0 begin with row 0.
    Value start = Monoid::identity();
    if (begin < 0) start = rolling::from_right<Monoid>(std::int64_t{0}, std::int64_t{length < fan_out ? length : fan_out}, element_at);
    Value middles[2];
#pragma unroll 1
    for (int i = 0; i < 2; ++i) {
      int const node = begin + i < 0 ? 0 : begin + i;
      middles[i] = this->template middle<I>(tile, ones, twos, node, end);
    }

    Value left = Monoid::identity();
    std::int64_t const first = static_cast<std::int64_t>(begin) * fan_out + tile.offset;
    std::int64_t const first_end = static_cast<std::int64_t>(tile.end_node + thread) * fan_out + 1;
#pragma unroll 1
    for (int place = tile.offset > 0 ? 2 * fan_out - 1 : fan_out - 1; place >= tile.offset; --place) {
      if (place == fan_out - 1) left = Monoid::identity();
      left = Monoid::combine(Monoid::value(begins[detail::padded(place)]), left);
      int const r = place - tile.offset;
      if (r >= fan_out) continue;
      std::int64_t const from = first + r < 0 ? 0 : first + r;
      std::int64_t const to = first_end + r < length ? first_end + r : length;
      if (from >= to) continue;  // no row has this position
      if (rolling::parent(from) == rolling::parent(to - 1)) {
        if (from % fan_out != 0) totals[r] = rolling::from_left<Monoid>(from, to, element_at);
      } else {
        Value const far_left = first + r < 0 ? start : left;
        totals[r] = Monoid::combine(Monoid::combine(far_left, middles[place / fan_out]), totals[r]);
      }
    }
  }
};

}  // namespace rowfuse::cuda
