#pragma once

#include <cstdint>
#include <vector>

#include <rowfuse/cuda/groups/table.hpp>

namespace rowfuse::cuda {

/// All groups, on the host: slots by group, and packed words by group. There are several arrays of words, each for a part of the rows;
/// later ones may have more groups.
struct HostGroups {
  std::uint32_t count = 0;
  std::vector<GroupSlot> slots;
  std::vector<std::vector<std::uint64_t>> words;
  std::vector<char> arena;
};

}  // namespace rowfuse::cuda
