#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/groups/groups.hpp>

#include "../../api/aggregation.hpp"
#include "../pool.hpp"
#include "../turns.hpp"
#include "block_groups.hpp"
#include "line_failures.hpp"

namespace rowfuse::cpu {

/// Groups the lines of a text in blocks of a fixed number of lines. A thread counts the lines of its block, and then lets the next thread
/// look for its own. Counting takes a twentieth of the time of grouping.
class BlockLinesPass final : public Work {
 public:
  /// `first_row` is the number of the text's first line. The bytes must stay in place until `done`.
  BlockLinesPass(GroupEntry const& entry, BlockGroups& blocks, std::vector<arrow::InputColumn> const& scalars, std::int64_t first_row,
                 std::string_view text, Aggregation& to, std::function<void()> done);

  void run(std::int64_t unit, std::byte* scratch) override;
  void out_of_memory() override { failures_.fail(Failure::out_of_memory); }

 private:
  struct Block {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t first_row = 0;
  };

  void conclude() override;
  /// Returns the next lines, up to the end of a block of the input.
  Block next();
  bool group(std::int64_t unit, Block const& block, Groups& groups);
  bool stopped(std::int64_t unit) const { return cancelled() || failures_.precede(unit); }

  GroupEntry const& entry_;
  BlockGroups& blocks_;
  std::vector<arrow::InputColumn> const& scalars_;
  std::string_view const text_;
  Aggregation& to_;
  Turns turns_;
  std::int64_t next_begin_ = 0;  ///< of the block whose turn it is; with its first line
  std::int64_t next_row_;
  LineFailures failures_;
};

}  // namespace rowfuse::cpu
