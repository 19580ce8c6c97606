#pragma once

#include <rowfuse/cuda/groups/dispatch.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/levels/dispatch.cuh>
#include <rowfuse/cuda/one_pass/dispatch.cuh>
#include <rowfuse/cuda/passes.cuh>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

/// Instantiates a transform for the device. A generated .cu file consists of one call of this function.
template <class Transform>
constexpr Entry entry(char const* name) {
  if constexpr (is_grouped<Transform>) {
    Entry entry;
    entry.name = name;
    entry.layout = layout_of<Transform>();
    if constexpr (groups_lines_on_device<Transform>) {
      entry.probe = &probe_groups<Transform>;
      entry.group = &line_group_entry<Transform>;
    } else if constexpr (groups_columns_on_device<Transform>) {
      entry.probe = &probe_groups<Transform>;
      entry.group = &column_group_entry<Transform>;
    }
    return entry;
  } else {
    return {name,
            layout_of<Transform>(),
            &dispatch_sizes<Transform>,
            &dispatch_fill<Transform>,
            &probe_kernels<Transform>,
            one_pass_entry<Transform>(),
            uses_arena<Transform>,
            takes_long_rows<Transform>,
            levels_entry<Transform>()};
  }
}

}  // namespace rowfuse::cuda
