#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// Scratch memory for the strings that rows build: one slot per thread or per warp of a launch. No kernel allocates. A row that outgrows
/// its slot is marked and evaluated again by a launch with larger slots.
struct DeviceArena {
  char* data = nullptr;
  std::int64_t slot_bytes = 0;  ///< a multiple of 8
  std::int32_t warps = 0;       ///< warps with slots; a few more may be launched and do nothing
  bool shared = false;          ///< one slot per warp: its rows take turns
  bool again = false;           ///< evaluate the marked rows only
  bool inserts_few = false;     ///< see base/javascript_engine.hpp
  std::uint32_t* marks = nullptr;         ///< one bit per row: the row outgrew its slot
  unsigned long long* outgrown = nullptr;  ///< number of marked rows, zero before the launch
};

}  // namespace rowfuse::cuda
