#pragma once

#include <algorithm>
#include <cstdint>

#include <rowfuse/cuda/launch/device_arena.hpp>

namespace rowfuse::cuda {

/// The size of the slots in which the rows of a transform are evaluated first: the smallest that nearly all rows of the last pass would have
/// fitted. Rows that outgrow their slots are spread over all warps, so a few of them cost as much as an evaluation of all.
class SlotHistory {
 public:
  std::int64_t slot_bytes() const { return slot_size(std::max(level_, least_)); }

  /// Learns what the rows of a pass needed.
  void learn(std::int64_t length, ArenaNeeds const& needs) {
    std::int64_t const sampled = (length / (std::int64_t{32} * sampled_groups) + 1) * 32;
    auto const fits = [&](int level) { return static_cast<std::int64_t>(needs.larger[level]) <= sampled / 64; };
    level_ = 0;
    while (level_ < shared_slot_sizes && !fits(level_)) ++level_;
  }

  /// Learns that the device's shared memory is too small for slots of a size.
  void learn_unsuited(std::int64_t slot_bytes) {
    while (least_ < shared_slot_sizes && slot_size(least_) <= slot_bytes) ++least_;
  }

  static bool is_shared(std::int64_t slot_bytes) { return slot_bytes <= slot_size(shared_slot_sizes - 1); }

  /// The size of slots for rows that outgrew slots of a size.
  static std::int64_t larger(std::int64_t slot_bytes) {
    for (int level = 0; level <= shared_slot_sizes; ++level)
      if (slot_size(level) > slot_bytes) return slot_size(level);
    return 8 * slot_bytes;
  }

 private:
  int level_ = 1;
  int least_ = 0;
};

}  // namespace rowfuse::cuda
