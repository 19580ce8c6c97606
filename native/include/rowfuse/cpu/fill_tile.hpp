#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <rowfuse/cpu/tile/attempts.hpp>
#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/rolling/rolling_tile.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/map_tile.hpp>
#include <rowfuse/cpu/tile/row_runs.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/rolling/streamed.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cpu {

static_assert(std::endian::native == std::endian::little, "Arrow bitmaps are written as little-endian words");

namespace detail {

/// Doubles the room of a column's text. Returns false if that is impossible.
RF_NOINLINE bool grow(TileOutput& column) {
  std::int64_t const room = std::min(2 * column.room, column.most_room);
  if (column.memory == nullptr || room <= column.room || !column.memory->reserve(room)) return false;
  column.text = column.memory->data();
  column.room = room;
  return true;
}

/// Makes room for a row of text in those columns in which it had none. Returns false if there is none to be had.
template <class Output>
bool make_room(TileOutput* columns, Overrun overrun) {
  bool made = true;
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      if ((overrun >> (index % 32) & 1) != 0) made = made && grow(columns[index]);
    }
  });
  return made;
}

/// The evaluation of a tile, between two runs of its rows.
template <class Transform>
struct Filling {
  using Output = typename Transform::Output;

  FillTile& tile;
  WritingSink<Output> out;
  ArenaMemory arena;
  Attempts attempts{};
  bool ended = false;
  // The bits of the rows before the next one that share a word with it.
  std::uint64_t value_bits[Output::size + 1] = {};
  std::uint64_t valid_bits[Output::size + 1] = {};
};

/// Rows are processed in groups of 64, so that a group's bits are one word in a register.
template <class Transform, bool ascii>
void fill_rows(Filling<Transform>& to, RowRun<typename Transform::Input> const run) {
  using Output = typename Transform::Output;
  FillTile& tile = to.tile;
  WritingSink<Output> out = to.out;
  // The origin of a text column's offsets: `begin` bytes before its text, which is not always a valid address.
  std::uintptr_t origin[Output::size + 1] = {};
  std::int32_t* offsets[Output::size + 1] = {};
  std::int64_t const first = tile.range.first;
  auto const find_origins = [&] {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        TileOutput const& column = tile.columns[index];
        origin[index] = reinterpret_cast<std::uintptr_t>(column.text) - static_cast<std::uintptr_t>(column.begin);
      }
    });
  };
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) offsets[index] = tile.outputs[index].offsets;
  });
  find_origins();

  Transform const transform;
  ArenaMemory arena;
  arena.swap_heap(to.arena);
  [[maybe_unused]] LoopAttempts const loop{to.attempts};
  std::int32_t const rows = run.rows.size();
  for (std::int32_t begin = run.begin; begin < run.end;) {
    std::int32_t const group = begin & ~63;
    std::int32_t const end = run.end - group < 64 ? run.end : group + 64;
    std::uint64_t value_bits[Output::size + 1] = {};
    std::uint64_t valid_bits[Output::size + 1] = {};
    if (begin > group) {
      std::memcpy(value_bits, to.value_bits, sizeof value_bits);
      std::memcpy(valid_bits, to.valid_bits, sizeof valid_bits);
    }
    for (std::int32_t j = begin - group; j < end - group; ++j) {
      std::int64_t const row = first + group + j;
      // One call of both kinds, behind a function that chooses, took 1.5 times as long for transforms without attempts.
      bool has_memory = true;
      if constexpr (makes_attempts<Transform>) {
        has_memory = attempt(transform, run.rows.template row<ascii>(group + j), out, arena, loop.attempts);
      } else {
        has_memory = evaluate(transform, run.rows.template row<ascii>(group + j), out, arena);
      }
      if (!has_memory) [[unlikely]] {
        tile.exhausted = to.ended = true;
        return;
      }
      if (out.fault || out.overrun != 0) [[unlikely]] {
        // A fault is true of the row wherever its text is written.
        if (out.fault) tile.fault = {row, out.fault};
        tile.overrun = out.overrun != 0;
        if (out.fault || !make_room<Output>(tile.columns, out.overrun)) {
          to.ended = true;
          return;
        }
        tile.overrun = false;
        out.overrun = 0;
        find_origins();
        // The row is evaluated again, behind the text of the tile's rows before it.
        for_each_column<Output>([&](auto index) {
          if constexpr (is_text<ColumnType<index, Output>>) {
            TileOutput const& column = tile.columns[index];
            auto& slot = out.template slot<index>();
            slot.cursor = column.text + (row == first ? 0 : offsets[index][row] - column.begin);
            slot.end = column.text + column.room;
          }
        });
        --j;
        continue;
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
    begin = end;
    if (end - group < 64 && end < rows) {
      std::memcpy(to.value_bits, value_bits, sizeof value_bits);
      std::memcpy(to.valid_bits, valid_bits, sizeof valid_bits);
      break;
    }
    std::int32_t const count = end - group;
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
  to.out = out;
  to.arena.swap_heap(arena);
  to.attempts = loop.attempts;
}

/// Evaluates the rows of a tile, run by run.
template <class Transform>
void fill_runs(FillTile& tile, StagedRows<typename Transform::Input> const& rows) {
  using Output = typename Transform::Output;
  Filling<Transform> to{tile, {}, ArenaMemory{tile.budget}};
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      auto& slot = to.out.template slot<index>();
      slot.cursor = tile.columns[index].text;
      slot.end = slot.cursor + tile.columns[index].room;
    }
  });
  for_each_run(rows, tile.ascii, [&](auto const& run, auto ascii) {
    run_rows<Transform, fill_rows<Transform, ascii>>(to, run);
    return !to.ended;
  });
  if (to.ended) return;
  for_each_column<Output>([&](auto index) {
    if constexpr (is_text<ColumnType<index, Output>>) {
      tile.columns[index].bytes = to.out.template slot<index>().cursor - tile.columns[index].text;
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
    if (tile.checked) {
      staged.find_checked_others(tile.ascii);
    } else {
      staged.check_text();
      tile.ascii = staged.ascii();
    }
    tile.fault = staged.fault();
    tile.exhausted = staged.exhausted();
    if constexpr (is_map<Transform>) {
      run_rows<Transform, detail::map_rows<Transform>>(tile, staged.rows());
    } else {
      detail::fill_runs<Transform>(tile, staged.rows());
    }
  }
}

}  // namespace rowfuse::cpu
