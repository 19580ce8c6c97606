#pragma once

#include <cstdint>

#include <rowfuse/cpu/emitting_sink.hpp>
#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>

namespace rowfuse::cpu {

namespace detail {

/// Works like `evaluate`, for a sink whose memory grows: discards the output of an outgrown row, and keeps the memory.
template <class Transform, class Row, class Out>
bool evaluate_emitting(Transform const& transform, Row const& row, Out& out, [[maybe_unused]] ArenaMemory& memory) {
  if constexpr (uses_arena<Transform>) {
    auto const before = out.mark();
    for (;;) {
      out.arena = memory.slot();
      transform(row, out);
      if (!out.arena.outgrown) return true;
      out.rewind(before);
      out.fault = {};
      if (!memory.grow()) return false;
    }
  } else {
    memory.lend_units<Transform>(out);
    transform(row, out);
    return true;
  }
}

template <class Transform, bool ascii>
void emit_rows(EmitTile& tile, StagedRows<typename Transform::Input> const staged) {
  std::int32_t const rows = staged.size();
  EmittingSink<typename Transform::Output> out(tile, std::int64_t{rows} + 1);
  Transform const transform;
  ArenaMemory arena(tile.budget);
  for (std::int32_t i = 0; i < rows; ++i) {
    if (!evaluate_emitting(transform, staged.template row<ascii>(i), out, arena)) [[unlikely]] {
      tile.exhausted = true;
      return;
    }
    // A fault takes precedence: the row may have filled the memory because it fails.
    if (out.fault) [[unlikely]] {
      tile.fault = {tile.range.first + i, out.fault};
      return;
    }
    if (out.full) [[unlikely]] {
      tile.fault = {};  // of a later row, which has not been evaluated
      return;
    }
  }
  out.conclude();
}

}  // namespace detail

/// Evaluates each row once, and keeps its output rows in growing memory.
template <class Transform>
void emit_tile(EmitTile& tile) {
  StagedTile<typename Transform::Input> staged(tile.range, tile.inputs, tile.scratch, tile.budget);
  staged.check_text();
  tile.fault = staged.fault();
  tile.exhausted = staged.exhausted();
  if (staged.ascii()) {
    run_rows<Transform, detail::emit_rows<Transform, true>>(tile, staged.rows());
  } else {
    run_rows<Transform, detail::emit_rows<Transform, false>>(tile, staged.rows());
  }
}

}  // namespace rowfuse::cpu
