#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>

#include "call.hpp"

namespace rowfuse {

/// A piece of text whose lines are rows.
struct Lines {
  char const* data = nullptr;
  std::int64_t size = 0;
  bool final = false;  ///< nothing follows, so the last line may lack its end; otherwise its rest is still to come
};

/// Groups to which rows are added piece by piece. All passes are asynchronous, one at a time; `done` runs once, on another thread. A pass
/// that ends with a fault or a failure leaves the groups undefined.
class Aggregation {
 public:
  Aggregation() = default;
  Aggregation(Aggregation const&) = delete;
  Aggregation& operator=(Aggregation const&) = delete;
  virtual ~Aggregation() = default;

  /// Adds rows of columns; `first_row` is the number of the first one among all rows. The buffers must outlive the pass. This and the other
  /// passes return false if no thread is available; `done` is then never called.
  virtual bool add(std::vector<arrow::InputColumn> inputs, std::int64_t first_row, std::int64_t length, std::function<void()> done) = 0;
  /// Adds the lines of a piece of text; `scalars` are the other inputs.
  virtual bool add_lines(Lines lines, std::vector<arrow::InputColumn> scalars, std::function<void()> done) = 0;
  /// Adds all lines of a file, including the last.
  virtual bool add_file(std::string path, std::vector<arrow::InputColumn> scalars, std::function<void()> done) = 0;
  /// Computes the columns of all groups. Leaves `result` as `evaluate` of a filter does. A value that its column cannot hold is a fault of
  /// that group; the columns are still complete.
  virtual bool groups(std::function<void()> done) = 0;

  /// Ends a running pass soon. May be called on any thread.
  virtual void cancel() = 0;

  /// Counts the host memory that the groups take.
  MemoryBudget budget;
  /// The result of the last pass. For lines, `rows` counts those of the whole input so far.
  CallResult result;
  /// The bytes of a line with a fault, without its end.
  std::string faulty_line;
  /// The `errno` of a file that could not be read, with the operation in `result.message`; 0 without such an error.
  int system_error = 0;

  /// The part of a file that has been read.
  struct Progress {
    std::atomic<std::int64_t> bytes{0};
    std::atomic<std::int64_t> total{0};
    std::atomic<std::int64_t> rows{0};
  };
  Progress progress;
};

}  // namespace rowfuse
