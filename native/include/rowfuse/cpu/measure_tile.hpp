#pragma once

#include <cstdint>

#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/row/counting_rows_sink.hpp>

namespace rowfuse::cpu {

namespace detail {

template <class Transform, bool ascii>
void measure_rows(MeasureTile& tile, StagedRows<typename Transform::Input> const staged) {
  using Output = typename Transform::Output;
  SizesSink<Transform> out;
  Transform const transform;
  ArenaMemory arena(tile.budget);
  std::int32_t const rows = staged.size();
  for (std::int32_t i = 0; i < rows; ++i) {
    if (!evaluate(transform, staged.template row<ascii>(i), out, arena)) [[unlikely]] {
      tile.exhausted = true;
      return;
    }
    if (out.fault) [[unlikely]] {
      tile.fault = {tile.range.first + i, out.fault};
      return;
    }
  }
  for (std::int32_t i = 0; i < Output::size; ++i) tile.bytes[i] = out.bytes[i];
  if constexpr (emits_rows<Transform>) tile.rows = out.rows;
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
  // Two copies of the row function: in ASCII text an index is a byte, and the walks over characters fold away.
  if (tile.ascii) {
    run_rows<Transform, detail::measure_rows<Transform, true>>(tile, staged.rows());
  } else {
    run_rows<Transform, detail::measure_rows<Transform, false>>(tile, staged.rows());
  }
}

}  // namespace rowfuse::cpu
