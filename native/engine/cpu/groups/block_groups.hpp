#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <rowfuse/cpu/groups/groups.hpp>

#include "../turns.hpp"

namespace rowfuse::cpu {

/// Groups of rows that are divided into blocks by their numbers: each block is grouped by itself, by one thread, and merged into all
/// groups behind the block before it. So nothing shows of threads and passes, also where merging rounds. All groups are several
/// tables, by the beginnings of hashes, and the threads follow each other through them.
class BlockGroups {
 public:
  static constexpr std::int64_t block_rows = 1 << 16;

  BlockGroups(GroupEntry const& entry, MemoryBudget* budget) : entry_{entry}, budget_{budget} {}

  MemoryBudget* budget() const { return budget_; }

  /// Before the first unit of a pass.
  void begin_pass();
  /// Groups for the rows of a block: those that the pass before has not finished, or new ones. Null where there is no memory.
  std::unique_ptr<Groups> take(std::int64_t unit, std::int64_t block);
  /// Merges the groups of a unit, when it is its turn, or until `stop()`. Those of the last unit wait: the block may go on in the next
  /// pass. False where there is no memory.
  bool give(std::int64_t unit, std::int64_t block, std::unique_ptr<Groups> groups, bool last, std::function<bool()> const& stop);

  /// All groups, when no pass runs, but for those of the block that has not been finished.
  std::vector<std::unique_ptr<Groups>>& tables() { return tables_; }
  std::unique_ptr<Groups>& unfinished() { return open_; }
  /// Groups that others point to.
  std::vector<std::unique_ptr<Groups>>& kept() { return kept_; }

  static constexpr int table_bits = 4;

 private:
  /// Those that have been merged, where others point to them.
  void keep(std::unique_ptr<Groups> groups);

  GroupEntry const& entry_;
  MemoryBudget* const budget_;
  std::vector<std::unique_ptr<Groups>> tables_;
  std::unique_ptr<Turns[]> turns_;  ///< of a pass, by table
  std::unique_ptr<Groups> open_;    ///< of the block `open_block_`, the last of the pass before
  std::int64_t open_block_ = -1;
  std::unique_ptr<Groups> before_;  ///< that, when another block follows: merged by the first unit
  std::int64_t before_block_ = -1;
  std::atomic<std::int64_t> room_{0};  ///< the groups of a block before, of which the next is likely to have as many
  std::mutex mutex_;                ///< of what follows
  std::vector<std::unique_ptr<Groups>> kept_;
};

}  // namespace rowfuse::cpu
