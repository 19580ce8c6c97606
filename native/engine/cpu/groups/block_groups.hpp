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

/// Groups of rows that are divided into blocks by row number. One thread groups each block by itself and merges it into all groups after
/// the block before it. So results do not depend on threads and passes, even if merging rounds. All groups are held in several tables, by
/// the first bits of their hashes, and the threads follow each other through these.
class BlockGroups {
 public:
  static constexpr std::int64_t block_rows = 1 << 16;

  BlockGroups(GroupEntry const& entry, MemoryBudget* budget) : entry_{entry}, budget_{budget} {}

  MemoryBudget* budget() const { return budget_; }

  /// Called before the first unit of a pass.
  void begin_pass();
  /// Returns groups for the rows of a block: those that the last pass left unfinished, or new ones. Returns null if there is no memory.
  std::unique_ptr<Groups> take(std::int64_t unit, std::int64_t block);
  /// Merges the groups of a unit when it is its turn, or waits for that until `stop()`. The groups of the last unit are kept back, because
  /// the block may go on in the next pass. Returns false if there is no memory.
  bool give(std::int64_t unit, std::int64_t block, std::unique_ptr<Groups> groups, bool last, std::function<bool()> const& stop);

  /// Returns all groups except those of the unfinished block. Called while no pass runs.
  std::vector<std::unique_ptr<Groups>>& tables() { return tables_; }
  std::unique_ptr<Groups>& unfinished() { return open_; }
  /// Groups to whose memory other groups point.
  std::vector<std::unique_ptr<Groups>>& kept() { return kept_; }

  static constexpr int table_bits = 4;

 private:
  /// Keeps groups that have been merged if others point to their memory.
  void keep(std::unique_ptr<Groups> groups);

  GroupEntry const& entry_;
  MemoryBudget* const budget_;
  std::vector<std::unique_ptr<Groups>> tables_;
  std::unique_ptr<Turns[]> turns_;  ///< of a pass, by table
  std::unique_ptr<Groups> open_;    ///< the groups of block `open_block_`, the last of the pass before
  std::int64_t open_block_ = -1;
  std::unique_ptr<Groups> before_;  ///< those same groups once another block follows; the first unit merges them
  std::int64_t before_block_ = -1;
  std::atomic<std::int64_t> room_{0};  ///< the number of groups in an earlier block, an estimate for the next
  std::mutex mutex_;                ///< protects the members below
  std::vector<std::unique_ptr<Groups>> kept_;
};

}  // namespace rowfuse::cpu
