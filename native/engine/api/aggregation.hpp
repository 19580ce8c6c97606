#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/memory_budget.hpp>

#include "call.hpp"

namespace rowfuse {

/// A piece of text whose lines are rows.
struct Lines {
  char const* data = nullptr;
  std::int64_t size = 0;
  bool final = false;  ///< nothing follows: the last line may lack its end. Else it waits for what follows
};

/// Groups that rows are added to, piece by piece. One pass at a time; all are asynchronous, and `done` runs on another thread, once.
/// A pass that ends with a fault or a failure leaves the groups worthless.
class Aggregation {
 public:
  Aggregation() = default;
  Aggregation(Aggregation const&) = delete;
  Aggregation& operator=(Aggregation const&) = delete;
  virtual ~Aggregation() = default;

  /// Adds rows of columns, the first of which is row `first_row` of all. What they point to must outlive the pass. False when no
  /// thread can be had; `done` is then never called. So do the others.
  virtual bool add(std::vector<arrow::InputColumn> inputs, std::int64_t first_row, std::int64_t length,
                   std::function<void()> done) = 0;
  /// Adds the lines of a piece of text; `scalars` are the other inputs.
  virtual bool add_lines(Lines lines, std::vector<arrow::InputColumn> scalars, std::function<void()> done) = 0;
  /// Adds the lines of a file: all of them, with the last.
  virtual bool add_file(std::string path, std::vector<arrow::InputColumn> scalars, std::function<void()> done) = 0;
  /// Ends with the result in `result`, as an `evaluate` where rows come and go leaves it. A value that its column cannot hold is a fault
  /// of that group, beside the columns.
  virtual bool groups(std::function<void()> done) = 0;

  /// Ends a running pass soon. Any thread.
  virtual void cancel() = 0;

  /// What it takes of the host's memory.
  MemoryBudget budget;
  /// Of the last pass. `rows` are, of lines, those of the whole input so far.
  CallResult result;
  /// Of a fault in a line: its bytes, without its end.
  std::string faulty_line;
  /// Why a file could not be read: an `errno`, with what was done to it in `result.message`. 0: it could.
  int system_error = 0;

  /// How far a file has been read.
  struct Progress {
    std::atomic<std::int64_t> bytes{0};
    std::atomic<std::int64_t> total{0};
    std::atomic<std::int64_t> rows{0};
  };
  Progress progress;
};

}  // namespace rowfuse
