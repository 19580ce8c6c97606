#pragma once

#include <rowfuse/cpu/emit_tile.hpp>
#include <rowfuse/cpu/fill_tile.hpp>
#include <rowfuse/cpu/groups/group_columns.hpp>
#include <rowfuse/cpu/mark_tile.hpp>
#include <rowfuse/cpu/measure_tile.hpp>
#include <rowfuse/cpu/rolling/make_levels.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>

namespace rowfuse::cpu {

namespace detail {

template <class Transform>
inline constinit RowCost row_cost;

}  // namespace detail

/// Instantiates a transform for the CPU. A generated .cpp file consists of one call of this function.
template <class Transform>
constexpr Entry entry(char const* name) {
  Entry entry{name, layout_of<Transform>(), &StagedTile<typename Transform::Input>::scratch_bytes, nullptr, nullptr, &mark_tile<Transform>};
  if constexpr (is_grouped<Transform>) {
    entry.group = &detail::group_entry<Transform>;
  } else {
    entry.cost = &detail::row_cost<Transform>;
    entry.measure = &measure_tile<Transform>;
    entry.levels = levels_entry<Transform>();
    if constexpr (emits_rows<Transform>) {
      entry.emit = &emit_tile<Transform>;
    } else {
      entry.fill = &fill_tile<Transform>;
      if constexpr (streams_windows<Transform>) {
        entry.least_rows = least_rolling_rows(Transform::window);
        entry.fills_together = true;
      }
    }
  }
  return entry;
}

}  // namespace rowfuse::cpu
