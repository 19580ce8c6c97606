#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/rolling/kernel.cuh>
#include <rowfuse/cuda/rolling/tuning.cuh>

namespace rowfuse::cuda {

/// The shared memory that a block may request on every device of compute capability 8.0 or higher.
inline constexpr std::size_t most_block_bytes = 99 * 1024;

namespace detail {

template <class Kernel>
int allow_shared_bytes(Kernel kernel, std::size_t bytes) {
  if (bytes <= 48 * 1024) return cudaSuccess;
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
}

constexpr std::size_t aligned(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

/// Like for_each_index, for host functions.
template <std::size_t count, class Body>
void each_reduction(Body const& body) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { (body(ColumnIndex<I>{}), ...); }(std::make_index_sequence<count>{});
}

/// Returns the number of nodes of a level.
constexpr std::int64_t nodes_of(std::int64_t length, int level) {
  std::int64_t const width = std::int64_t{1} << (level * rolling::fan_out_bits);
  return (length + width - 1) / width;
}

}  // namespace detail

/// Returns the distance, in a whole tile, between the nodes in which a thread's windows begin and end.
constexpr std::int64_t nodes_between(Window const& window) { return (window.rows() - 1 + rolling::fan_out - 1) >> rolling::fan_out_bits; }

/// True if a tile may fetch all elements of its windows.
template <class Transform, class Policy>
constexpr bool is_near(Window const& window) {
  std::int64_t const between = nodes_between(window);
  if (between > Policy::most_nodes_near) return false;
  return RollingShape<Transform, Policy, Reach::near>::of(static_cast<int>(between)).bytes() <= most_block_bytes;
}

template <class Transform, class Policy>
constexpr Reach reach_of(Window const& window) {
  return window.rows() <= rolling::fan_out ? Reach::narrow : is_near<Transform, Policy>(window) ? Reach::near : Reach::far;
}

/// Returns the bytes of memory that a launch needs besides its columns.
template <class Transform, Reach reach>
std::size_t rolling_workspace_bytes(std::int64_t length) {
  using List = rolling::ReductionsOf<Transform>;
  std::size_t bytes = 0;
  detail::each_reduction<List::size>([&](auto index) {
    using Value = typename rolling::ReductionAt<index, List>::Monoid::Value;
    if constexpr (reach == Reach::far) {
      for (int level = 1; level <= rolling::most_levels; ++level) {
        bytes += detail::aligned(static_cast<std::size_t>(detail::nodes_of(length, level)) * sizeof(Value));
      }
    }
    if constexpr (rolling::FoldsOf<Transform>::size > 0) bytes += detail::aligned(static_cast<std::size_t>(length) * sizeof(Value));
  });
  return bytes;
}

/// Launches the reductions of windows of at most sixteen rows. The kernel has room for sixteen, eight or four rows, and less
/// room takes fewer registers.
template <class Transform, class Policy, int most, bool stores_totals>
int launch_narrow(FillArguments const& arguments, Window const& window, RollingPackOf<Transform> const& pack, CUstream_st* stream) {
  if constexpr (most > 4) {
    if (window.rows() <= most / 2) return launch_narrow<Transform, Policy, most / 2, stores_totals>(arguments, window, pack, stream);
  }
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const length = static_cast<std::int32_t>(arguments.length);
  constexpr std::int64_t tile_rows = AgentNarrow<Transform, Policy, most, stores_totals>::tile_rows;
  auto const blocks = static_cast<unsigned>((length + tile_rows - 1) / tile_rows);
  kernel_narrow<Transform, Policy, most, stores_totals>
      <<<blocks, Policy::block_threads, 0, stream>>>(inputs, outputs, window, length, pack, arguments.report);
  return cudaGetLastError();
}

/// Launches the reductions of windows for the given `reach`. `workspace` has rolling_workspace_bytes bytes, whose contents are temporary.
/// If the transform also has folds, `pack` receives the addresses of the results.
template <class Transform, class Policy, Reach reach, bool stores_totals = false>
int launch_reductions(FillArguments const& arguments, Window const& given, void* workspace, RollingPackOf<Transform>& pack,
                      CUstream_st* stream) {
  using List = rolling::ReductionsOf<Transform>;
  using Shape = RollingShape<Transform, Policy, reach>;
  [[maybe_unused]] InputPack<Transform::Input::size> const inputs(arguments.inputs);
  [[maybe_unused]] OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const length = static_cast<std::int32_t>(arguments.length);
  Window const window = given.within(length);
  auto* memory = static_cast<char*>(workspace);
  auto const take = [&](std::int64_t items, std::size_t size) {
    char* const taken = memory;
    memory += detail::aligned(static_cast<std::size_t>(items) * size);
    return taken;
  };
  int error = cudaSuccess;
  if constexpr (reach == Reach::far) {
    RollingLevelPack<static_cast<int>(List::size)> ones;
    detail::each_reduction<List::size>([&](auto index) {
      using Value = typename rolling::ReductionAt<index, List>::Monoid::Value;
      for (int level = 1; level <= rolling::most_levels; ++level) {
        pack.nodes[index].levels[level] = take(detail::nodes_of(length, level), sizeof(Value));
      }
      ones.level[index] = const_cast<void*>(pack.nodes[index].levels[1]);
    });
    using Nodes = AgentRollingNodes<Transform, Policy>;
    error = detail::allow_shared_bytes(kernel_rolling_nodes<Transform, Policy>, Nodes::shared_bytes);
    if (error != cudaSuccess) return error;
    auto const blocks = static_cast<unsigned>((length + std::int64_t{Nodes::elements} - 1) / Nodes::elements);
    kernel_rolling_nodes<Transform, Policy><<<blocks, Policy::block_threads, Nodes::shared_bytes, stream>>>(inputs, length, ones);
    detail::each_reduction<List::size>([&](auto index) {
      using Monoid = typename rolling::ReductionAt<index, List>::Monoid;
      using Value = typename Monoid::Value;
      // A level with only one node is never in the middle of a window.
      for (int level = 2; level < rolling::most_levels && detail::nodes_of(length, level) > 1; ++level) {
        auto const parents = static_cast<unsigned>(detail::nodes_of(length, level));
        kernel_rolling_parents<Monoid><<<(parents + 255) / 256, 256, 0, stream>>>(
            static_cast<Value const*>(pack.nodes[index].levels[level - 1]), static_cast<std::int32_t>(detail::nodes_of(length, level - 1)),
            static_cast<Value*>(const_cast<void*>(pack.nodes[index].levels[level])));
      }
    });
  }
  if constexpr (stores_totals) {
    detail::each_reduction<List::size>([&](auto index) {
      using Value = typename rolling::ReductionAt<index, List>::Monoid::Value;
      pack.totals[index] = take(length, sizeof(Value));
    });
  }
  if constexpr (reach == Reach::narrow) {
    return launch_narrow<Transform, Policy, rolling::fan_out, stores_totals>(arguments, window, pack, stream);
  } else {
    std::size_t const bytes = Shape::of(static_cast<int>(nodes_between(window))).bytes();
    error = detail::allow_shared_bytes(kernel_rolling<Transform, Policy, reach, stores_totals>, bytes);
    if (error != cudaSuccess) return error;
    auto const blocks = static_cast<unsigned>((length + std::int64_t{Shape::tile_rows} - 1) / Shape::tile_rows);
    kernel_rolling<Transform, Policy, reach, stores_totals>
        <<<blocks, Policy::block_threads, bytes, stream>>>(inputs, outputs, window, length, pack, arguments.report);
    return cudaGetLastError();
  }
}

/// Launches the folds of windows. `pack` has the results of the reductions.
template <class Transform, class Policy>
int launch_folds(FillArguments const& arguments, Window const& given, RollingPackOf<Transform> const& pack, CUstream_st* stream) {
  using Agent = AgentFold<Transform, Policy>;
  InputPack<Transform::Input::size> const inputs(arguments.inputs);
  OutputPack<Transform::Output::size> const outputs(arguments.outputs);
  auto const length = static_cast<std::int32_t>(arguments.length);
  Window const window = given.within(length);
  std::size_t const bytes = Agent::shared_bytes(window);
  int const error = detail::allow_shared_bytes(kernel_fold<Transform, Policy>, bytes);
  if (error != cudaSuccess) return error;
  auto const blocks = static_cast<unsigned>((length + std::int64_t{Agent::tile_rows} - 1) / Agent::tile_rows);
  kernel_fold<Transform, Policy><<<blocks, Policy::block_threads, bytes, stream>>>(inputs, outputs, window, length, pack, arguments.report);
  return cudaGetLastError();
}

/// Launches a rolling transform with its own window. `workspace` has rolling_workspace_bytes<Transform, reach> bytes.
template <class Transform, class Policy = RollingPolicyOf<Transform>, class FoldingPolicy = FoldPolicy>
int dispatch_rolling(FillArguments const& arguments, void* workspace, CUstream_st* stream) {
  if (arguments.length == 0) return cudaSuccess;
  constexpr Window window = Transform::window;
  constexpr Reach reach = reach_of<Transform, Policy>(window);
  constexpr bool folds = rolling::FoldsOf<Transform>::size > 0;
  RollingPackOf<Transform> pack;
  if constexpr (rolling::ReductionsOf<Transform>::size > 0) {
    int const error = launch_reductions<Transform, Policy, reach, folds>(arguments, window, workspace, pack, stream);
    if (error != cudaSuccess) return error;
  }
  if constexpr (folds) return launch_folds<Transform, FoldingPolicy>(arguments, window, pack, stream);
  return cudaSuccess;
}

}  // namespace rowfuse::cuda
