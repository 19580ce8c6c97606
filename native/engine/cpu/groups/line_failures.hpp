#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <utility>

#include <rowfuse/cpu/groups/groups.hpp>

#include "../../api/aggregation.hpp"

namespace rowfuse::cpu {

/// The failure that ends a pass over blocks of lines, or the first line of the input whose row fails. Blocks are handed out in order, so
/// all blocks before a failing one run to their end, and the fault of an earlier block replaces that of a later one.
class LineFailures {
 public:
  /// Ends the pass. Returns true for the first failure.
  bool fail(Failure failure) {
    Failure none = Failure::none;
    bool const first = failure_.compare_exchange_strong(none, failure);
    failing_unit_.store(-1, std::memory_order_relaxed);
    return first;
  }

  /// Reports the faulty line of block `unit`, the last one of that block. `row` is the number of the line, as the pass counts lines.
  void report(std::int64_t unit, std::int64_t row, LineBlock const& lines) {
    std::int64_t lowest = failing_unit_.load(std::memory_order_relaxed);
    while (unit < lowest && !failing_unit_.compare_exchange_weak(lowest, unit, std::memory_order_relaxed)) {
    }
    std::lock_guard const lock(mutex_);
    if (faulty_unit_ >= 0 && faulty_unit_ < unit) return;
    faulty_unit_ = unit;
    faulty_row_ = row;
    fault_ = lines.fault;
    faulty_line_.assign(lines.data + lines.faulty_begin, static_cast<std::size_t>(lines.faulty_size));
  }

  /// True if a failure makes the block `unit` unnecessary.
  bool precede(std::int64_t unit) const { return unit > failing_unit_.load(std::memory_order_relaxed); }

  /// Returns the first block with a faulty line, or -1. Called after the last block, like the functions below.
  std::int64_t faulty_unit() const { return faulty_unit_; }
  std::int64_t faulty_row() const { return faulty_row_; }

  /// Hands over the result of the pass. `rows` is the number of rows of the whole input so far, before a faulty line.
  void conclude(Aggregation& to, std::int64_t rows, bool cancelled) {
    CallResult& result = to.result;
    if (result.failure == Failure::none) result.failure = failure_.load();
    if (result.failure == Failure::none && cancelled) result.failure = Failure::cancelled;
    result.rows = rows;
    if (faulty_unit_ < 0) return;
    result.fault_row = rows;
    result.fault = fault_;
    to.faulty_line = std::move(faulty_line_);
  }

 private:
  std::atomic<std::int64_t> failing_unit_{std::numeric_limits<std::int64_t>::max()};
  std::atomic<Failure> failure_{Failure::none};
  std::mutex mutex_;
  std::int64_t faulty_unit_ = -1;
  std::int64_t faulty_row_ = -1;
  RowFault fault_;
  std::string faulty_line_;
};

}  // namespace rowfuse::cpu
