#pragma once

#include <cstdint>

#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/row_runs.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/row/counting_rows_sink.hpp>

namespace rowfuse::cpu {

namespace detail {

/// The sizes pass over a tile, between two runs of its rows.
template <class Transform>
struct Measuring {
  MeasureTile& tile;
  SizesSink<Transform> out;
  ArenaMemory arena;
  bool ended = false;
};

template <class Transform, bool ascii>
void measure_rows(Measuring<Transform>& to, RowRun<typename Transform::Input> const run) {
  SizesSink<Transform> out = to.out;
  Transform const transform;
  ArenaMemory arena;
  arena.swap_heap(to.arena);
  for (std::int32_t i = run.begin; i < run.end; ++i) {
    if (!evaluate(transform, run.rows.template row<ascii>(i), out, arena)) [[unlikely]] {
      to.tile.exhausted = to.ended = true;
      return;
    }
    if (out.fault) [[unlikely]] {
      to.tile.fault = {to.tile.range.first + i, out.fault};
      to.ended = true;
      return;
    }
  }
  to.out = out;
  to.arena.swap_heap(arena);
}

}  // namespace detail

/// The sizes pass: checks the tile's input and adds up its output, row by row. No size is stored. The fill pass computes the same sizes
/// again while it writes, which is cheaper than writing and reading 4 bytes per row.
template <class Transform>
void measure_tile(MeasureTile& tile) {
  StagedTile<typename Transform::Input> staged(tile.range, tile.inputs, tile.scratch, tile.budget);
  staged.check_text();
  tile.fault = staged.fault();
  tile.ascii = staged.ascii();
  tile.exhausted = staged.exhausted();
  detail::Measuring<Transform> to{tile, {}, ArenaMemory{tile.budget}};
  for_each_run(staged.rows(), tile.ascii, [&](auto const& run, auto ascii) {
    run_rows<Transform, detail::measure_rows<Transform, ascii>>(to, run);
    return !to.ended;
  });
  if (to.ended) return;
  for (std::int32_t i = 0; i < Transform::Output::size; ++i) tile.bytes[i] = to.out.bytes[i];
  if constexpr (emits_rows<Transform>) tile.rows = to.out.rows;
}

}  // namespace rowfuse::cpu
