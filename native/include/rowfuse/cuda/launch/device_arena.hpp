#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// Scratch memory for the strings that rows build: a slot for each thread, or for each warp, that evaluates rows in one
/// launch. No kernel allocates: a row that outgrows its slot is marked, and runs again in a launch with larger ones.
struct DeviceArena {
  char* data = nullptr;
  std::int64_t slot_bytes = 0;  ///< a multiple of 8
  std::int32_t warps = 0;       ///< that have slots; the launch may have a few more, which do nothing
  bool shared = false;          ///< one slot a warp: its rows take turns
  bool again = false;           ///< only rows that are marked
  bool inserts_few = false;     ///< see base/javascript_engine.hpp
  std::uint32_t* marks = nullptr;         ///< a bit for each row: it outgrew its slot
  unsigned long long* outgrown = nullptr;  ///< their number, zero before the launch
};

}  // namespace rowfuse::cuda
