#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <rowfuse/cpu/groups/groups.hpp>
#include <rowfuse/cpu/tile/tile.hpp>

#include "../../api/call.hpp"
#include "../pool.hpp"
#include "block_groups.hpp"
#include "group_pool.hpp"

namespace rowfuse::cpu {

/// Makes a result of the groups of all threads. It takes several steps, each on many threads. First, groups with the same key are merged,
/// in as many parts as are worthwhile, by their hashes. Then all groups are sorted, measured and written.
class GroupResult {
 public:
  GroupResult(Entry const& entry, std::vector<std::unique_ptr<Grouper>> groupers, int threads, MemoryBudget* budget, CallResult& result,
              std::function<void()> done);
  /// Makes a result of rows that were grouped in blocks.
  GroupResult(Entry const& entry, BlockGroups& blocks, int threads, CallResult& result, std::function<void()> done);
  ~GroupResult();

  /// Returns false if no thread is available.
  bool start();
  void cancel();

 private:
  class Step;

  using Next = void (GroupResult::*)();

  /// Runs `units` units on many threads, then `next`.
  bool run(std::int64_t units, Next next, std::function<void(std::int64_t)> unit);
  /// Ends the work if a step has failed.
  bool stopped();
  void fail(Failure failure);
  /// Counts more memory; returns false if the limit is reached.
  bool hold(std::int64_t more);
  void end();

  void list();
  void sort();
  void join_sorted();
  void measure();
  void write();
  void written();

  std::int64_t chunks() const;
  GroupRange range(std::int64_t chunk) const;
  bool is_text(std::size_t column) const;

  Entry const& entry_;
  std::vector<std::unique_ptr<Grouper>> const groupers_;
  int const threads_;
  MemoryBudget* const budget_;
  CallResult& result_;
  std::function<void()> done_;
  MemoryShare share_;
  std::int64_t held_ = 0;

  std::mutex mutex_;  ///< protects the members below
  std::unique_ptr<Step> step_;
  bool cancelled_ = false;
  Failure failure_ = Failure::none;
  std::int64_t faulty_group_ = -1;
  RowFault fault_;

  std::unique_ptr<Groups> const unfinished_;            ///< of the last block, still to be merged
  std::vector<std::unique_ptr<Groups>> const kept_;     ///< groups to whose memory others point
  std::vector<std::unique_ptr<Groups>> parts_;    ///< merged groups
  std::vector<Groups const*> tables_;             ///< tables whose groups are the result
  std::vector<std::int64_t> first_of_table_;
  std::int64_t count_ = 0;
  std::unique_ptr<ListedGroup[]> groups_;
  std::vector<std::int64_t> runs_;                ///< the starts of sorted runs, and their end
  std::unique_ptr<std::int64_t[]> text_;          ///< by chunk and column: bytes, then start offsets
  std::vector<arrow::OutputColumn> outputs_;
};

}  // namespace rowfuse::cpu
