#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/groups/groups.hpp>

#include "../../api/aggregation.hpp"
#include "../pool.hpp"
#include "../turns.hpp"
#include "block_groups.hpp"

namespace rowfuse::cpu {

/// Groups the lines of a text in blocks of so many: a thread counts the lines of its block, which takes a twentieth of the time of grouping
/// them, and lets the next one look for its own.
class BlockLinesPass final : public Work {
 public:
  /// `first_row` is the number of the text's first line, whose bytes stay where they are until `done`.
  BlockLinesPass(GroupEntry const& entry, BlockGroups& blocks, std::vector<arrow::InputColumn> const& scalars, std::int64_t first_row,
                 std::string_view text, Aggregation& to, std::function<void()> done);

  void run(std::int64_t unit, std::byte* scratch) override;
  void out_of_memory() override { fail(Failure::out_of_memory); }

 private:
  struct Block {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t first_row = 0;
  };

  void conclude() override;
  /// The lines that come next, up to the end of a block of the input.
  Block next();
  bool group(std::int64_t unit, Block const& block, Groups& groups);
  void fail(Failure failure);
  void report(std::int64_t unit, std::int64_t row, LineBlock const& lines);
  bool stopped(std::int64_t unit) const { return cancelled() || unit > failing_unit_.load(std::memory_order_relaxed); }

  GroupEntry const& entry_;
  BlockGroups& blocks_;
  std::vector<arrow::InputColumn> const& scalars_;
  std::string_view const text_;
  Aggregation& to_;
  Turns turns_;
  std::int64_t next_begin_ = 0;  ///< of the block whose turn it is, and its first line
  std::int64_t next_row_;
  std::atomic<std::int64_t> failing_unit_;
  std::atomic<Failure> failure_{Failure::none};
  std::mutex mutex_;
  std::int64_t faulty_unit_ = -1;
  std::int64_t faulty_row_ = -1;
  RowFault fault_;
  std::string faulty_line_;
};

}  // namespace rowfuse::cpu
