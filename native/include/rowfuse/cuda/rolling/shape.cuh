#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>

namespace rowfuse::cuda {

/// The source of the elements between the two ends of a tile's windows.
enum class Reach {
  narrow,  ///< windows of at most sixteen rows: there are none, and a thread loads its whole window (cuda/rolling/agent_narrow.cuh)
  near,    ///< the tile, which fetches all elements of its windows
  far,     ///< nodes computed beforehand: the tile fetches only the elements at both ends
};

/// The nodes of one reduction, by level from 1 on. In total there are Σ length / 16^level.
struct RollingNodes {
  void const* levels[rolling::most_levels + 1] = {};
};

namespace detail {

/// Returns the place of an element in shared memory, where one place after every sixteen is free. Otherwise threads that each go through
/// sixteen neighbours would meet in one bank.
__host__ __device__ constexpr int padded(int element) { return element + (element >> rolling::fan_out_bits); }

constexpr std::size_t sum(int const* sizes, std::size_t count) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) bytes += static_cast<std::size_t>(sizes[i]);
  return bytes;
}

/// Sums over the reductions before one, and over all.
template <class List>
struct ReductionBytes;
template <class... Each>
struct ReductionBytes<Reductions<Each...>> {
  static constexpr int count = sizeof...(Each);
  static constexpr int element_sizes[] = {static_cast<int>(sizeof(typename Each::Monoid::Element))..., 0};
  static constexpr int value_sizes[] = {static_cast<int>(sizeof(typename Each::Monoid::Value))..., 0};

  // These are variables because device code can read the result of a host function, but cannot call it.
  template <std::size_t reduction>
  static constexpr std::size_t elements_before = sum(element_sizes, reduction);
  template <std::size_t reduction>
  static constexpr std::size_t values_before = sum(value_sizes, reduction);
  static constexpr std::size_t elements = sum(element_sizes, count);
  static constexpr std::size_t values = sum(value_sizes, count);
  static constexpr int widest_value = [] {
    int widest = 0;
    for (int i = 0; i < count; ++i) widest = value_sizes[i] > widest ? value_sizes[i] : widest;
    return widest;
  }();
};

}  // namespace detail

/// The division of a block's shared memory. All sizes are in elements or nodes, not bytes, unless they say so.
template <class Transform, class Policy, Reach reach>
struct RollingShape {
  using Bytes = detail::ReductionBytes<rolling::ReductionsOf<Transform>>;

  static constexpr int threads = Policy::block_threads;
  /// Positions of a block, a node of level 1 for each thread. A tile's rows begin at a multiple of 32, but their windows end anywhere, so a
  /// block has a few more positions than rows.
  static constexpr int span = threads * rolling::fan_out;
  static constexpr int tile_rows = span - 32;
  static_assert(threads % 32 == 0);

  /// The results of a single reduction replace its elements. The results of several reductions lie beside the elements until all are
  /// computed.
  static constexpr bool in_place = Bytes::count == 1;

  int begin_nodes;    ///< nodes fetched before the first one in which windows end
  int fetched_nodes;  ///< in total
  int upper_entries;  ///< parents of level 2 in the tile (near)

  /// `between`: the distance from the node in which the windows of a thread begin to the one in which they end.
  __host__ __device__ static constexpr RollingShape of(int between) {
    RollingShape shape{};
    shape.begin_nodes = reach == Reach::far ? threads + 4 : between;
    shape.fetched_nodes = (shape.begin_nodes + threads + 3) / 4 * 4;  // so that every array is a multiple of 16 bytes
    shape.upper_entries = reach == Reach::near ? shape.fetched_nodes / rolling::fan_out + 2 : 0;
    return shape;
  }

  /// Nodes of level 1 in shared memory: those of the tile (near), or those of both ends with everything that their parents need (far).
  static constexpr int end_margin = rolling::fan_out;
  __host__ __device__ constexpr int level_1() const { return reach == Reach::near ? fetched_nodes : 2 * (threads + 2 * end_margin); }

  /// Entries for pairs of parents in which windows begin and end: the total of the nodes in between.
  static constexpr int pairs = 3 * (threads / rolling::fan_out + 2);

  __host__ __device__ constexpr int places() const { return detail::padded(fetched_nodes * rolling::fan_out); }
  static constexpr int result_places = (detail::padded(span) + 3) / 4 * 4;

  __host__ __device__ constexpr std::size_t element_bytes() const { return Bytes::elements * places(); }
  __host__ __device__ constexpr std::size_t result_bytes() const { return Bytes::values * result_places; }
  __host__ __device__ constexpr std::size_t node_offset() const {
    if (!in_place) return element_bytes() + result_bytes();
    return element_bytes() > result_bytes() ? element_bytes() : result_bytes();
  }
  __host__ __device__ constexpr std::size_t result_offset() const { return in_place ? 0 : element_bytes(); }
  /// For one reduction at a time.
  __host__ __device__ constexpr std::size_t node_bytes() const {
    return static_cast<std::size_t>(Bytes::widest_value) * ((level_1() + upper_entries + pairs + 1 + 3) / 4 * 4);
  }
  __host__ __device__ constexpr std::size_t bytes() const { return node_offset() + node_bytes(); }
};

}  // namespace rowfuse::cuda
