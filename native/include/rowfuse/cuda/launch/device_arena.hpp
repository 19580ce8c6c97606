#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::cuda {

/// The sizes of slots in which rows are evaluated first. The larger ones let fewer threads run at a time. All but the last lie in shared
/// memory, where an H100 has room for those of 1,024, 512 and 256 threads. They are odd numbers of words of 8 bytes, so that lanes that read
/// the same place of their slots read different banks.
RF_HD constexpr std::int64_t slot_size(int level) {
  constexpr std::int64_t sizes[] = {216, 440, 888, 8192};
  return sizes[level];
}
inline constexpr int shared_slot_sizes = 3;

/// Counts of rows by the memory that they needed, in device memory.
struct ArenaNeeds {
  unsigned long long outgrown = 0;                     ///< marked rows of a launch
  unsigned long long larger[shared_slot_sizes] = {};  ///< of the sampled rows, those that took more than each size
};

/// One group of 32 rows in so many is sampled.
inline constexpr std::uint32_t sampled_groups = 16;

/// Scratch memory for what rows build: one slot per thread or per warp of a launch. No kernel allocates. A row that outgrows its slot is
/// marked and evaluated again by a launch with larger slots.
///
/// Small slots lie in the shared memory of the block, where an access takes about thirty cycles. Slots in global memory are too many for the
/// caches: with them, a Levenshtein distance of two texts of 20 characters took 62 ms for a million rows on an H200 instead of 2.6.
struct DeviceArena {
  char* data = nullptr;           ///< the slots in global memory; null: they lie in shared memory
  std::int64_t slot_bytes = 0;    ///< a multiple of 8
  std::int32_t shared_begin = 0;  ///< where slots begin in the dynamic shared memory of a block
  std::int32_t warps = 0;         ///< warps with slots; a few more may be launched and do nothing
  bool takes_turns = false;       ///< one slot per warp: its rows take turns
  bool again = false;             ///< evaluate the marked rows only
  bool inserts_few = false;       ///< see base/javascript_engine.hpp
  std::uint32_t* marks = nullptr;  ///< one bit per row: the row outgrew its slot
  ArenaNeeds* needs = nullptr;    ///< `outgrown` is zero before the launch; `larger` is added to
};

/// Returned for a launch whose slots do not fit into shared memory; it is not a cudaError_t.
inline constexpr int slots_unsuited = -3;

}  // namespace rowfuse::cuda
