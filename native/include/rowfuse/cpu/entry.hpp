#pragma once

#include <rowfuse/cpu/fill_tile.hpp>
#include <rowfuse/cpu/mark_tile.hpp>
#include <rowfuse/cpu/measure_tile.hpp>
#include <rowfuse/cpu/staged_tile.hpp>
#include <rowfuse/cpu/tile.hpp>

namespace rowfuse::cpu {

/// Instantiates a transform for the CPU. A translation unit that calls this is all that a generated .cpp holds.
template <class Transform>
constexpr Entry entry(char const* name) {
  return {name, layout_of<Transform>(), &StagedTile<typename Transform::Input>::scratch_bytes,
          &measure_tile<Transform>, &fill_tile<Transform>, &mark_tile<Transform>};
}

}  // namespace rowfuse::cpu
