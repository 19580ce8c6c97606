#pragma once

#include <cstdint>

#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/row/counting_rows_sink.hpp>

namespace rowfuse::cpu {

/// Finds every failing row of a tile, after a call that has failed, if failing rows are to be dropped or collected. Works in small windows,
/// because staging ends at the first row whose input is malformed.
template <class Transform>
void mark_tile(MarkTile& tile) {
  constexpr std::int32_t window = 256;
  Transform const transform;
  ArenaMemory arena(tile.budget);
  std::int64_t const end = tile.range.first + tile.range.rows;
  for (std::int64_t first = tile.range.first; first < end;) {
    auto const rows = static_cast<std::int32_t>(end - first < window ? end - first : window);
    StagedTile<typename Transform::Input> staged({first, rows}, tile.inputs, tile.scratch, tile.budget);
    staged.check_text();
    if (staged.exhausted()) {
      tile.exhausted = true;
      return;
    }
    auto const& sound = staged.rows();
    for (std::int32_t i = 0; i < sound.size(); ++i) {
      SizesSink<Transform> out;
      if (!evaluate(transform, sound.template row<false>(i), out, arena)) {
        tile.exhausted = true;
        return;
      }
      tile.codes[first + i] = static_cast<std::uint8_t>(out.fault.code);
    }
    first += sound.size();
    if (!staged.fault().fault) continue;
    tile.codes[first] = static_cast<std::uint8_t>(staged.fault().fault.code);
    ++first;
  }
}

}  // namespace rowfuse::cpu
