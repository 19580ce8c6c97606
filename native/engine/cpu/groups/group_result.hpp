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

/// Makes a result of what threads have grouped, in steps, each of them on many threads: groups that have the same key become one, in
/// as many parts as there is to do, by their hashes; they are put in order, measured and written.
class GroupResult {
 public:
  GroupResult(Entry const& entry, std::vector<std::unique_ptr<Grouper>> groupers, int threads, MemoryBudget* budget, CallResult& result,
              std::function<void()> done);
  /// The same of what was grouped in blocks.
  GroupResult(Entry const& entry, BlockGroups& blocks, int threads, CallResult& result, std::function<void()> done);
  ~GroupResult();

  /// False when no thread can be had.
  bool start();
  void cancel();

 private:
  class Step;

  using Next = void (GroupResult::*)();

  /// Runs `units` units on many threads, then `next`.
  bool run(std::int64_t units, Next next, std::function<void(std::int64_t)> unit);
  /// Ends where a step has failed.
  bool stopped();
  void fail(Failure failure);
  /// Counts in more memory; false where there is no more.
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

  std::mutex mutex_;  ///< of what follows
  std::unique_ptr<Step> step_;
  bool cancelled_ = false;
  Failure failure_ = Failure::none;
  std::int64_t faulty_group_ = -1;
  RowFault fault_;

  std::unique_ptr<Groups> const unfinished_;            ///< of a last block: to be merged
  std::vector<std::unique_ptr<Groups>> const kept_;     ///< that others point to
  std::vector<std::unique_ptr<Groups>> parts_;    ///< merged
  std::vector<Groups const*> tables_;             ///< whose groups are the result
  std::vector<std::int64_t> first_of_table_;
  std::int64_t count_ = 0;
  std::unique_ptr<ListedGroup[]> groups_;
  std::vector<std::int64_t> runs_;                ///< where sorted groups begin, and their end
  std::unique_ptr<std::int64_t[]> text_;          ///< by chunk and column: bytes, then where they begin
  std::vector<arrow::OutputColumn> outputs_;
};

}  // namespace rowfuse::cpu
