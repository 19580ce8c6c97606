#pragma once

#include <cstdint>

#include <rowfuse/cpu/tile/attempts.hpp>
#include <rowfuse/cpu/emitting_sink.hpp>
#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/row_runs.hpp>
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
      memory.lend<Transform>(out);
      transform(row, out);
      if (!out.arena.outgrown) return true;
      out.rewind(before);
      out.fault = {};
      if (!memory.grow()) return false;
    }
  } else {
    memory.lend<Transform>(out);
    transform(row, out);
    return true;
  }
}

/// Works like `evaluate_emitting`, by an attempt if attempts pay.
template <class Transform, class Row, class Out>
bool attempt_emitting(Transform const& transform, Row const& row, Out& out, ArenaMemory& memory, Attempts& attempts) {
  if (succeeds(transform, row, out, memory, attempts)) [[likely]]
    return true;
  return evaluate_emitting(transform, row, out, memory);
}

/// The evaluation of a tile, between two runs of its rows.
template <class Transform>
struct Emitting {
  EmitTile& tile;
  EmittingSink<typename Transform::Output> out;
  ArenaMemory arena;
  Attempts attempts{};
  bool ended = false;
};

template <class Transform, bool ascii>
void emit_rows(Emitting<Transform>& to, RowRun<typename Transform::Input> const run) {
  EmittingSink<typename Transform::Output> out = to.out;
  Transform const transform;
  ArenaMemory arena;
  arena.swap_heap(to.arena);
  [[maybe_unused]] LoopAttempts const loop{to.attempts};
  for (std::int32_t i = run.begin; i < run.end; ++i) {
    bool has_memory = true;
    if constexpr (makes_attempts<Transform>) {
      has_memory = attempt_emitting(transform, run.rows.template row<ascii>(i), out, arena, loop.attempts);
    } else {
      has_memory = evaluate_emitting(transform, run.rows.template row<ascii>(i), out, arena);
    }
    if (!has_memory) [[unlikely]] {
      to.tile.exhausted = to.ended = true;
      return;
    }
    // A fault takes precedence: the row may have filled the memory because it fails.
    if (out.fault) [[unlikely]] {
      to.tile.fault = {to.tile.range.first + i, out.fault};
      to.ended = true;
      return;
    }
    if (out.full) [[unlikely]] {
      to.tile.fault = {};  // of a later row, which has not been evaluated
      to.ended = true;
      return;
    }
  }
  to.out = out;
  to.arena.swap_heap(arena);
  to.attempts = loop.attempts;
}

}  // namespace detail

/// Evaluates each row once, and keeps its output rows in growing memory.
template <class Transform>
void emit_tile(EmitTile& tile) {
  StagedTile<typename Transform::Input> staged(tile.range, tile.inputs, tile.scratch, tile.budget);
  staged.check_text();
  tile.fault = staged.fault();
  tile.exhausted = staged.exhausted();
  detail::Emitting<Transform> to{tile, {tile, std::int64_t{staged.rows().size()} + 1}, ArenaMemory{tile.budget}};
  if (to.out.full) return;  // there is no memory to write a row to
  for_each_run(staged.rows(), staged.ascii(), [&](auto const& run, auto ascii) {
    run_rows<Transform, detail::emit_rows<Transform, ascii>>(to, run);
    return !to.ended;
  });
  if (!to.ended) to.out.conclude();
}

}  // namespace rowfuse::cpu
