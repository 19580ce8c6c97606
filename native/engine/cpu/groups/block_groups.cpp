#include "block_groups.hpp"

#include <utility>

namespace rowfuse::cpu {

void BlockGroups::begin_pass() {
  turns_ = std::make_unique<Turns[]>(std::size_t{1} << table_bits);
  before_ = std::move(open_);
  before_block_ = open_block_;
}

std::unique_ptr<Groups> BlockGroups::take(std::int64_t unit, std::int64_t block) {
  if (unit == 0 && before_ != nullptr && before_block_ == block) return std::move(before_);
  return entry_.make(0, room_.load(std::memory_order_relaxed), budget_);
}

bool BlockGroups::give(std::int64_t unit, std::int64_t block, std::unique_ptr<Groups> groups, bool last,
                       std::function<bool()> const& stop) {
  constexpr std::size_t tables = std::size_t{1} << table_bits;
  if (unit == 0 && tables_.empty()) {
    tables_.reserve(tables);
    while (tables_.size() < tables) {
      tables_.push_back(entry_.make(table_bits, 0, budget_));
      if (tables_.back() == nullptr) return tables_.clear(), false;
    }
  }
  room_.store(groups->size(), std::memory_order_relaxed);
  std::unique_ptr<Groups> before = unit == 0 ? std::move(before_) : nullptr;
  for (std::size_t i = 0; i < tables; ++i) {
    if (!turns_[i].wait(unit, stop)) return true;
    auto const part = static_cast<std::uint32_t>(i);
    if (before != nullptr && !tables_[i]->merge(*before, part, table_bits)) return false;
    if (!last && !tables_[i]->merge(*groups, part, table_bits)) return false;
    turns_[i].pass(unit);
  }
  if (before != nullptr) keep(std::move(before));
  if (last) {
    open_ = std::move(groups);
    open_block_ = block;
  } else {
    keep(std::move(groups));
  }
  return true;
}

void BlockGroups::keep(std::unique_ptr<Groups> groups) {
  if (!entry_.keeps_blocks) return;
  std::lock_guard const lock(mutex_);
  kept_.push_back(std::move(groups));
}

}  // namespace rowfuse::cpu
