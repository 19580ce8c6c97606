#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <rowfuse/cpu/groups/groups.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>

namespace rowfuse::cpu {

/// The state of one thread that groups rows: its own groups, which no other thread touches meanwhile, and memory for a block of text.
struct Grouper {
  std::unique_ptr<Groups> groups;
  GrowingMemory memory;
};

/// A pool of groupers: as many as threads have worked at the same time.
class GroupPool {
 public:
  GroupPool(GroupEntry const& entry, MemoryBudget* budget) : entry{entry}, budget{budget} {}

  /// Returns an unused grouper or a new one; null if there is no memory.
  std::unique_ptr<Grouper> take() {
    {
      std::lock_guard const lock(mutex_);
      if (!groupers_.empty()) {
        auto grouper = std::move(groupers_.back());
        groupers_.pop_back();
        return grouper;
      }
    }
    auto grouper = std::make_unique<Grouper>();
    grouper->memory.count_in(budget);
    grouper->groups = entry.make(0, 0, budget);
    return grouper->groups == nullptr ? nullptr : std::move(grouper);
  }
  void give(std::unique_ptr<Grouper> grouper) {
    std::lock_guard const lock(mutex_);
    groupers_.push_back(std::move(grouper));
  }

  /// Returns all groupers. Called while no pass runs.
  std::vector<std::unique_ptr<Grouper>>& groupers() { return groupers_; }

  GroupEntry const& entry;
  MemoryBudget* const budget;

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Grouper>> groupers_;
};

}  // namespace rowfuse::cpu
