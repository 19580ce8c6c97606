#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/rolling/levels.hpp>
#include <rowfuse/rolling/partition_starts.hpp>
#include <rowfuse/rolling/window_levels.hpp>

namespace rowfuse::cpu {

namespace detail {

/// The memory of a call's levels: the starts of partitions, and the nodes.
template <class Transform>
struct LevelMemory {
  using Levels = rolling::WindowLevels<Transform>;
  using Starts = rolling::PartitionStarts;

  static constexpr std::int64_t starts_bytes(std::int64_t rows) {
    return (Starts::words_for(rows) * std::int64_t{sizeof(Starts::Word)} + 15) / 16 * 16;
  }
  static std::int64_t bytes(std::int64_t rows) { return starts_bytes(rows) + Levels::node_bytes(rows); }
  static Starts starts(std::byte* memory, std::int64_t rows) { return {reinterpret_cast<Starts::Word*>(memory), rows}; }
  static void const* nodes(std::byte const* memory, std::int64_t rows) { return memory + starts_bytes(rows); }

  static void mark(TileRange range, arrow::InputColumn const* inputs, std::int64_t rows, std::byte* memory) {
    for (std::int64_t row = range.first; row < range.first + range.rows; ++row) Levels::mark(inputs, row, starts(memory, rows));
  }
  static void make(arrow::InputColumn const* inputs, std::int64_t rows, int level, std::int64_t first_slot, std::int64_t slots,
                   std::byte* memory) {
    for (std::int64_t slot = first_slot; slot < first_slot + slots; ++slot) {
      Levels::make(inputs, rows, starts(memory, rows), level, slot, memory + starts_bytes(rows));
    }
  }
};

}  // namespace detail

/// Returns the functions for nodes; empty for transforms that reduce no windows.
template <class Transform>
constexpr LevelsEntry levels_entry() {
  if constexpr (rolling::has_reductions<Transform>) {
    using Memory = detail::LevelMemory<Transform>;
    if constexpr (Memory::Levels::List::size == 0) {
      return {};
    } else {
      return {&Memory::bytes, &Memory::nodes, rolling::is_bounded_by_columns<Transform> ? &Memory::mark : nullptr, &Memory::make};
    }
  } else {
    return {};
  }
}

}  // namespace rowfuse::cpu
