#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rolling/rows.cuh>
#include <rowfuse/cuda/rolling/shape.cuh>
#include <rowfuse/rolling/elements.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// Reductions of windows of more than sixteen rows: one block's rows. A thread has the sixteen positions of one node; the windows that end there begin in one node or
/// in two neighbours. So it needs (rolling/order.hpp) the running total of its own node, the totals from the right of the elements of those
/// two, and two sums of the nodes between: each element is read from shared memory three times, whatever the window's size.
///
/// Results go to the row function or, where a transform has folds of the same windows, to memory.
///
/// Position p stands for row p - following. Nodes that lie before row 0 or behind the last are fetched as if their elements were null, so
/// that tiles at both ends of the input are like all others but for where windows begin and end.
template <class Transform, class Policy, Reach reach, bool stores_totals = false>
struct AgentRolling {
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
  void* const* stored;        ///< by reduction: its results by row, where they are stored
  std::uint64_t* report;
  char* shared;

  __device__ void run() const {
    Tile tile;
    auto const rows = static_cast<std::int64_t>(window.rows());
    tile.first_row = static_cast<std::int64_t>(blockIdx.x) * Shape::tile_rows;
    tile.end_node = static_cast<int>((tile.first_row + window.following) >> rolling::fan_out_bits);
    tile.begin_node = static_cast<int>((static_cast<std::int64_t>(tile.end_node) * fan_out + 1 - rows) >> rolling::fan_out_bits);
    tile.first_position = static_cast<int>((tile.first_row + window.following) & (fan_out - 1));
    tile.offset = static_cast<int>((1 - rows) & (fan_out - 1));
    tile.last_node = (length - 1) >> rolling::fan_out_bits;
    tile.whole = tile.begin_node >= 0 && static_cast<std::int64_t>(tile.end_node + threads) * fan_out <= length;
    tile.shape = Shape::of(tile.end_node - tile.begin_node);

    fetch(tile);
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
        for_each_index<List::size>(
            [&](auto index) { static_cast<ValueAt<index>*>(stored[index])[row] = results<index>(tile.shape)[result_place(j)]; });
      }
    } else {
      evaluate_rows<Transform, threads>(inputs, outputs, window, tile.first_row, Shape::tile_rows, length, report,
                                        [&](int j, std::int64_t, rolling::WindowRow<Transform>& row) {
                                          for_each_index<List::size>([&](auto index) {
                                            rolling::detail::total<index>(row) = results<index>(tile.shape)[result_place(j)];
                                          });
                                        });
    }
  }

 private:
  struct Tile {
    std::int64_t first_row;
    int end_node;        ///< of thread 0, where its windows end
    int begin_node;      ///< of thread 0, where its first window begins
    int first_position;  ///< of the tile's first row, in `end_node`
    int offset;          ///< in the node where a thread's first window begins
    int last_node;       ///< of the input
    bool whole;          ///< no window of the tile, and no element that it fetches, is cut off by an end of the input
    Shape shape;
  };

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

  /// The elements of the nodes that windows begin and end in, and (near) of those between.
  __device__ void fetch(Tile const& tile) const {
    Shape const& shape = tile.shape;
    if constexpr (reach == Reach::far) {
      fetch_nodes(tile, tile.begin_node, 0, threads + 1);
      fetch_nodes(tile, tile.end_node, shape.begin_nodes, threads);
    } else {
      fetch_nodes(tile, tile.begin_node, 0, shape.begin_nodes + threads);
    }
  }

  __device__ void fetch_nodes(Tile const& tile, int first_node, int place, int count) const {
    std::int64_t const first = static_cast<std::int64_t>(first_node) * fan_out;
    bool const inside = first >= 0 && first + count * fan_out <= length;
    if (inside) fetch_elements<true>(tile.shape, first, place * fan_out, count * fan_out);
    else fetch_elements<false>(tile.shape, first, place * fan_out, count * fan_out);
  }

  template <bool inside>
  __device__ void fetch_elements(Shape const& shape, std::int64_t first, int place, int count) const {
    constexpr int batch = Policy::loads_in_flight;
#pragma unroll 1
    for (int at = static_cast<int>(threadIdx.x); at < count; at += batch * threads) {
      RowValues<Input> rows[batch];
      bool there[batch];
#pragma unroll
      for (int i = 0; i < batch; ++i) {
        std::int64_t const row = first + at + i * threads;
        there[i] = at + i * threads < count && (inside || (row >= 0 && row < length));
        if (there[i]) rows[i] = rolling::element_row<Input>(inputs.columns, row);
      }
#pragma unroll
      for (int i = 0; i < batch; ++i) {
        int const to = detail::padded(place + at + i * threads);
        bool const stored = at + i * threads < count;
        for_each_index<List::size>([&](auto index) {
          using Reduction = rolling::ReductionAt<index, List>;
          auto element = Reduction::Monoid::absent();
          if (there[i]) element = rolling::element_of<Reduction>(rows[i]);
          if (stored) elements<index>(shape)[to] = element;
        });
      }
    }
  }

  /// Nodes of level 1 in shared memory: the tile's (near); those of both ends, with all that their parents need (far).
  template <std::size_t I>
  __device__ ValueAt<I>* level_1(Shape const& shape) const {
    return reinterpret_cast<ValueAt<I>*>(shared + shape.node_offset());
  }
  static constexpr int end_nodes = threads + 2 * Shape::end_margin;  ///< of either end

  /// What lies in the middle of windows, in shared memory: level 2 of the tile.
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

  /// The same of nodes made beforehand.
  template <class Monoid>
  struct StoredNodes {
    RollingNodes const& nodes;

    template <int level>
    __device__ typename Monoid::Value at(int j) const {
      return static_cast<typename Monoid::Value const*>(nodes.levels[level])[j];
    }
  };

  /// One of several: as one function the assembler takes ten times as long as for each by itself.
  template <std::size_t I>
  __device__ RF_NOINLINE void reduce_apart(Tile const& tile) const {
    reduce<I>(tile);
  }

  /// Where every element of a whole tile is there, they are taken as such: a monoid may know more of them then.
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

  /// `whole`, `cut_off`: which kinds of tiles come here.
  template <std::size_t I, class Elements, bool whole, bool cut_off>
  __device__ RF_INLINE void reduce_as(Tile const& tile) const {
    using Monoid = MonoidAt<I>;
    using Value = ValueAt<I>;
    Shape const& shape = tile.shape;
    auto const thread = static_cast<int>(threadIdx.x);
    auto const* const all = elements<I>(shape);
    auto const* const own = all + detail::padded(fan_out) * (shape.begin_nodes + thread);
    auto const* const begins = all + detail::padded(fan_out) * thread;

    Value totals[fan_out];
    Value running = Monoid::identity();
#pragma unroll
    for (int r = 0; r < fan_out; ++r) {
      running = Monoid::combine(running, Elements::value(own[r]));
      totals[r] = running;
    }

    Value* const ones = level_1<I>(shape);
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
      make_parents<Monoid>(tile, ones, twos);
      __syncthreads();
    } else {
      load_ends<I>(tile, ones);
      __syncthreads();
    }
    if (whole && (!cut_off || tile.whole)) {
      if constexpr (whole) reduce_whole<I, Elements>(tile, begins, ones, twos, pairs, totals);
    } else {
      if constexpr (cut_off) reduce_cut_off<I>(tile, begins, ones, twos, totals);
    }

    if constexpr (Shape::in_place) __syncthreads();
    // Position by position of the thread's node; those of rows before the tile's first are never read.
    Value* const to = results<I>(shape) + detail::padded(fan_out) * thread;
#pragma unroll
    for (int r = 0; r < fan_out; ++r) to[r] = totals[r];
    // The next reduction's nodes take the place of this one's.
    if constexpr (!Shape::in_place) __syncthreads();
  }

  /// An element from the input itself: for the few windows that find it nowhere else.
  template <std::size_t I>
  __device__ ValueAt<I> element(std::int64_t row) const {
    using Reduction = rolling::ReductionAt<I, List>;
    return MonoidAt<I>::value(rolling::element_of<Reduction>(rolling::element_row<Input>(inputs.columns, row)));
  }
  static __device__ int first_parent(Tile const& tile) { return rolling::parent(tile.begin_node + fan_out - 1); }

  /// Level 2 of the tile (near): those nodes all of whose children are in it.
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

  /// Level 1 at both ends of the tile's windows (far), with all that is before it in its parent where windows end, and behind it where
  /// they begin.
  template <std::size_t I>
  __device__ void load_ends(Tile const& tile, ValueAt<I>* ones) const {
    auto const* const stored = static_cast<ValueAt<I> const*>(nodes[I].levels[1]);
    for (int at = static_cast<int>(threadIdx.x); at < 2 * end_nodes; at += threads) {
      int const node = at < end_nodes ? tile.begin_node + at : tile.end_node - Shape::end_margin + (at - end_nodes);
      ones[at] = node >= 0 && node <= tile.last_node ? stored[node] : MonoidAt<I>::identity();
    }
  }

  /// A node of level 1, wherever it lies.
  template <std::size_t I>
  __device__ ValueAt<I> level_1_at(Tile const& tile, ValueAt<I> const* ones, int node) const {
    if constexpr (reach == Reach::near) {
      return ones[node - tile.begin_node];
    } else {
      return static_cast<ValueAt<I> const*>(nodes[I].levels[1])[node];
    }
  }

  /// The nodes of level 2 between the parents `first` and `last`. Called by few threads, so not merged into what all do.
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

  /// The nodes of level 1 between the nodes `begin` and `end`, one pair at a time.
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

  /// Windows of a whole tile: the two middles of each thread first.
  template <std::size_t I, class Elements>
  __device__ void reduce_whole(Tile const& tile, ElementAt<I> const* begins, ValueAt<I> const* ones, ValueAt<I> const* twos,
                               ValueAt<I>* pairs, ValueAt<I> (&totals)[fan_out]) const {
    using Monoid = MonoidAt<I>;
    using Value = ValueAt<I>;
    auto const thread = static_cast<int>(threadIdx.x);
    int const end = tile.end_node + thread;
    int const begin = tile.begin_node + thread;
    // The parents of what windows begin and end with move in step, so a pair of them is told by the last one and by how far the
    // first one is from where it was in thread 0: by the same, one more, or one less.
    int const parent_of_first = rolling::parent(tile.begin_node + 1);
    int const parent_of_last = rolling::parent(tile.end_node - 1);
    if (thread < Shape::pairs) {
      int const j = thread / 3;
      int const first = parent_of_first + j + thread % 3 - 1;
      int const last = parent_of_last + j;
      // The first row of these may name parents that no window has, and that are not there.
      if (first >= parent_of_first && last <= rolling::parent(tile.end_node + threads - 2)) {
        pairs[thread] = upper<I>(tile, twos, first, last);
      }
    }

    // From the right in the first node's parent, and one node less; from the left in the last one's.
    auto const begin_at = [&](int node) { return ones[node - tile.begin_node]; };
    auto const end_at = [&](int node) {
      return reach == Reach::near ? ones[node - tile.begin_node] : ones[end_nodes + node - (tile.end_node - Shape::end_margin)];
    };
    int const first = begin + 1;
    int const last_parent = rolling::parent(end - 1);
    int const parents[2] = {rolling::parent(first), rolling::parent(first + 1)};
    // Where one parent has both ends neither sum is used, but only nodes of the tile may be read.
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

    // The elements of the node that the last windows begin in, up to where they do.
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

  /// The same of tiles at both ends of the input: apart, so that it costs the others no registers.
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

  template <std::size_t I>
  __device__ RF_NOINLINE void combine_cut_off(Tile const& tile, ElementAt<I> const* begins, ValueAt<I> const* ones, ValueAt<I> const* twos,
                                              ValueAt<I>* totals) const {
    using Monoid = MonoidAt<I>;
    using Value = ValueAt<I>;
    auto const thread = static_cast<int>(threadIdx.x);
    auto const element_at = [&](std::int64_t row) { return element<I>(row); };
    // Of a thread behind the last node all windows end with the input.
    int const end = tile.end_node + thread < tile.last_node ? tile.end_node + thread : tile.last_node;
    if (tile.end_node + thread > tile.last_node) {
      Value const last = level_1_at<I>(tile, ones, tile.last_node);
      for (int r = 0; r < fan_out; ++r) totals[r] = last;
    }
    int const begin = tile.begin_node + thread;
    // All windows that begin before row 0 begin with it.
    Value start = Monoid::identity();
    if (begin < 0) start = rolling::from_right<Monoid>(std::int64_t{0}, std::int64_t{length < fan_out ? length : fan_out}, element_at);
    Value middles[2];
#pragma unroll 1
    for (int i = 0; i < 2; ++i) {
      int const node = begin + i < 0 ? 0 : begin + i;
      middles[i] = middle<I>(tile, ones, twos, node, end);
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
      if (from >= to) continue;  // the position of no row
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
