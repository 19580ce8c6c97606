#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/rolling/rolling_tile.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/map_tile.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/rolling/streamed.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cpu {

static_assert(std::endian::native == std::endian::little, "Arrow bitmaps are written as little-endian words");

namespace detail {

/// Rows are processed in groups of 64, so that a group's bits are one word in a register.
template <class Transform, bool ascii>
void fill_rows(FillTile& tile, StagedRows<typename Transform::Input> const staged) {
  using Output = typename Transform::Output;
  WritingSink<Output> out;
  // The origin of a text column's offsets: `begin` bytes before its text, which is not always a valid address.
  std::uintptr_t origin[Output::size + 1] = {};
  std::int32_t* offsets[Output::size + 1] = {};
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      auto& slot = out.template slot<index>();
      slot.cursor = tile.columns[index].text;
      slot.end = slot.cursor + tile.columns[index].room;
      offsets[index] = tile.outputs[index].offsets;
      origin[index] = reinterpret_cast<std::uintptr_t>(slot.cursor) - static_cast<std::uintptr_t>(tile.columns[index].begin);
    }
  });

  Transform const transform;
  ArenaMemory arena(tile.budget);
  std::int64_t const first = tile.range.first;
  std::int32_t const rows = staged.size();
  for (std::int32_t group = 0; group < rows; group += 64) {
    std::int32_t const count = rows - group < 64 ? rows - group : 64;
    std::uint64_t value_bits[Output::size + 1] = {};
    std::uint64_t valid_bits[Output::size + 1] = {};
    for (std::int32_t j = 0; j < count; ++j) {
      std::int64_t const row = first + group + j;
      if (!evaluate(transform, staged.template row<ascii>(group + j), out, arena)) [[unlikely]] {
        tile.exhausted = true;
        return;
      }
      if (out.fault || out.overrun) [[unlikely]] {
        if (out.fault) tile.fault = {row, out.fault};
        tile.overrun = out.overrun;
        return;
      }
      for_each_column<Output>([&](auto index) {
        using Type = ColumnType<index, Output>;
        auto const& slot = out.template slot<index>();
        if constexpr (is_text<Type>) {
          offsets[index][row + 1] = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(slot.cursor) - origin[index]);
        } else if constexpr (is_boolean<Type>) {
          value_bits[index] |= std::uint64_t{slot.value} << j;
        } else {
          static_cast<typename Type::Storage*>(tile.outputs[index].values)[row] = slot.value;
        }
        if constexpr (is_nullable<Type>) valid_bits[index] |= std::uint64_t{slot.valid} << j;
      });
    }
    auto const byte = static_cast<std::size_t>(first + group) / 8;
    auto const bytes = static_cast<std::size_t>(count + 7) / 8;
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      if constexpr (is_boolean<Type>) {
        std::memcpy(static_cast<std::uint8_t*>(tile.outputs[index].values) + byte, &value_bits[index], bytes);
      }
      if constexpr (is_nullable<Type>) {
        std::memcpy(tile.outputs[index].validity + byte, &valid_bits[index], bytes);
        tile.columns[index].null_count += count - std::popcount(valid_bits[index]);
      }
    });
  }

  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      tile.columns[index].bytes = out.template slot<index>().cursor - tile.columns[index].text;
    }
  });
}

}  // namespace detail

/// Runs the row function with the writing sink and stores values, offsets and bitmaps. Without an earlier sizes pass it also checks the
/// text.
template <class Transform>
void fill_tile(FillTile& tile) {
  if constexpr (streams_windows<Transform>) {
    arrow::InputColumn const& column = windowed_column<Transform>(tile.inputs);
    return fill_windows<rolling::Streamed<Transform>>(tile, Transform::window, column.first_row, column.rows);
  } else {
    StagedTile<typename Transform::Input> staged(tile.range, tile.inputs, tile.scratch, tile.budget);
    if (!tile.checked) {
      staged.check_text();
      tile.ascii = staged.ascii();
    }
    tile.fault = staged.fault();
    tile.exhausted = staged.exhausted();
    if constexpr (is_map<Transform>) {
      run_rows<Transform, detail::map_rows<Transform>>(tile, staged.rows());
    } else if (tile.ascii) {
      run_rows<Transform, detail::fill_rows<Transform, true>>(tile, staged.rows());
    } else {
      run_rows<Transform, detail::fill_rows<Transform, false>>(tile, staged.rows());
    }
  }
}

}  // namespace rowfuse::cpu
