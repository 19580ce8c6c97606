#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/base/unit_memory.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>

namespace rowfuse::cpu {

/// The memory for units of a thread that works on a tile. It is allocated when the first text is read, and grows to that of the longest.
class TextMemory final : public UnitMemory {
 public:
  explicit TextMemory(MemoryBudget* budget) {
    for (GrowingMemory& block : blocks_) block.count_in(budget);
  }

  char* take(std::int32_t number, std::int64_t bytes) override {
    if (number >= most) return nullptr;
    GrowingMemory& block = blocks_[static_cast<std::size_t>(number)];
    return block.reserve(bytes) ? block.data() : nullptr;
  }

 private:
  /// Texts of a row function beyond this number are read without a table of their units.
  static constexpr std::int32_t most = 16;

  GrowingMemory blocks_[most];
};

}  // namespace rowfuse::cpu
