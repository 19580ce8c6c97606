#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cpu/memory_budget.hpp>

#include "output_memory.hpp"

namespace rowfuse {

/// What ended a pass before its result was complete.
enum class Failure {
  none,
  cancelled,
  input_changed,  ///< the borrowed input is not what the sizes pass saw
  out_of_memory,  ///< host memory
  no_room,        ///< a single pass: more text than there is memory for. Two passes find out how much it is
  too_large,      ///< a text column past the 2^31 - 1 bytes that 32-bit offsets reach, or as many rows
  unreadable,     ///< a file: an operation of the system failed
  over_limit,     ///< device memory past the process's limit
  device,         ///< anything CUDA reports
};

/// The outcome of the last pass of a call.
struct CallResult {
  std::vector<std::int64_t> bytes;        ///< after measure or evaluate: UTF-8 bytes by output column
  std::vector<std::int64_t> null_counts;  ///< after fill or evaluate: by output column
  std::int64_t rows = -1;                 ///< after measure or evaluate, where rows come and go: output rows
  std::vector<OutputMemory> memory;       ///< after evaluate: the text by output column, where it had no memory
  std::vector<OutputMemory> offsets;      ///< after evaluate, where rows come and go: `memory` has all values then
  std::vector<OutputMemory> validity;     ///< likewise
  MemoryShare share;                      ///< what of these is written counts in
  std::int64_t fault_row = -1;            ///< the lowest row without a result, or -1
  RowFault fault;
  Failure failure = Failure::none;
  std::string message;
  double device_ms = -1;  ///< time on the device so far, where there is one
};

/// The most rows of a result: with 32-bit offsets there is one more of those.
inline constexpr std::int64_t most_rows = 0x7FFFFFFE;

/// What a single pass is told of its text.
struct EvaluateLimits {
  std::int64_t bytes = 0;         ///< more in one column is too large
  bool spare = false;             ///< new memory keeps an eighth of room, for a next result
  std::int64_t rows = most_rows;  ///< more output rows are too large
};

/// Columns that windows are of, of which nobody said how many rows they have: those of the call.
inline void all_rows(arrow::Layout const& layout, std::int64_t length, std::vector<arrow::InputColumn>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (layout.inputs[i].window && inputs[i].rows == 0) inputs[i].rows = length;
  }
}

/// One run of one transform over one set of borrowed columns: `measure`, then `fill` into memory of the sizes it told; or
/// `evaluate`, which does both at once where the plan allows it.
/// All are asynchronous; `done` runs on another thread, once. One pass at a time.
class Call {
 public:
  Call() = default;
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;
  virtual ~Call() = default;

  /// False when no thread can be had; `done` is then never called.
  virtual bool measure(std::function<void()> done) = 0;
  virtual bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) = 0;

  /// One pass for both. Outputs of text without values get memory; where rows come and go there are no `outputs`, and all of
  /// them get memory. False also where this call cannot do it.
  virtual bool evaluate(std::vector<arrow::OutputColumn> /*outputs*/, EvaluateLimits /*limits*/,
                        std::function<void()> /*done*/) {
    return false;
  }

  /// Writes the fault of every row to `codes`, one byte a row. False also where this call cannot do it.
  virtual bool mark(std::uint8_t* /*codes*/, std::function<void()> /*done*/) { return false; }

  /// Ends a running pass at the next tile. Any thread.
  virtual void cancel() = 0;

  /// What the call takes of the host's memory.
  MemoryBudget budget;
  CallResult result;
};

}  // namespace rowfuse
