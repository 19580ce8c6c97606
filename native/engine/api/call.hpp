#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>

#include "output_memory.hpp"

namespace rowfuse {

/// The reason why a pass ended before its result was complete.
enum class Failure {
  none,
  cancelled,
  input_changed,  ///< the borrowed input changed after the sizes pass
  out_of_memory,  ///< host memory
  no_room,        ///< a single pass: more text than its memory holds. Two passes can find its size
  too_large,      ///< more bytes in a text column, or more rows, than 32-bit offsets can count
  unreadable,     ///< a system call on a file failed
  over_limit,     ///< device memory past the process's limit
  device,         ///< any error that CUDA reports
};

/// The outcome of the last pass of a call.
struct CallResult {
  std::vector<std::int64_t> bytes;        ///< after measure or evaluate: UTF-8 bytes by output column, if there is text
  std::vector<std::int64_t> null_counts;  ///< after fill or evaluate: by output column
  std::int64_t rows = -1;                 ///< after measure or evaluate of a filter or an expansion: output rows
  std::vector<OutputMemory> memory;       ///< after evaluate: values by output column, except for columns that were given memory
  std::vector<OutputMemory> offsets;      ///< likewise
  std::vector<OutputMemory> validity;     ///< likewise
  MemoryShare share;                      ///< counts the written part of all this memory
  std::int64_t fault_row = -1;            ///< the lowest row without a result, or -1
  RowFault fault;
  Failure failure = Failure::none;
  std::string message;
  double device_ms = -1;  ///< time on the device so far, if there is one

  /// Returns the bytes of all memory.
  std::int64_t allocated_bytes() const {
    std::int64_t bytes = 0;
    for (auto const* const parts : {&memory, &offsets, &validity}) {
      for (OutputMemory const& part : *parts) bytes += part.size();
    }
    return bytes;
  }
  void free_memory() {
    for (auto* const parts : {&memory, &offsets, &validity}) parts->clear();
    share.release();
  }
};

/// The most rows of a result, which has one 32-bit offset more than rows.
inline constexpr std::int64_t most_rows = 0x7FFFFFFE;

/// The limits of a single pass.
struct EvaluateLimits {
  std::int64_t bytes = 0;         ///< more in one column are too large
  bool spare = false;             ///< new memory keeps an eighth of room for the next result
  std::int64_t rows = most_rows;  ///< more output rows are too large
};

/// Sets the number of rows of columns under windows to that of the call if it is not set.
inline void all_rows(arrow::Layout const& layout, std::int64_t length, std::vector<arrow::InputColumn>& inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (layout.inputs[i].window && inputs[i].rows == 0) inputs[i].rows = length;
  }
}

/// One run of one transform over one set of borrowed columns: `measure`, then `fill` into memory of the measured sizes. `evaluate` does
/// both at once if the plan allows it. All passes are asynchronous, one at a time. `done` runs once: on another thread, or before the pass
/// returns if it took place on the calling thread.
class Call {
 public:
  Call() = default;
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;
  virtual ~Call() = default;

  /// Returns false if no thread is available; `done` is then never called.
  virtual bool measure(std::function<void()> done) = 0;
  virtual bool fill(std::vector<arrow::OutputColumn> outputs, std::function<void()> done) = 0;

  /// Measures and fills in one pass. Allocates memory for text outputs without values, and for everything if `outputs` is empty. It always is
  /// for a filter or an expansion. Also returns false if this call cannot do it.
  virtual bool evaluate(std::vector<arrow::OutputColumn> /*outputs*/, EvaluateLimits /*limits*/, std::function<void()> /*done*/) {
    return false;
  }

  /// Writes the fault of every row to `codes`, one byte per row. Also returns false if this call cannot do it.
  virtual bool mark(std::uint8_t* /*codes*/, std::function<void()> /*done*/) { return false; }

  /// Ends a running pass at the next tile. May be called on any thread.
  virtual void cancel() = 0;

  /// The time for which the next pass may use the calling thread. It does if it is expected to end within that time; otherwise, and if it
  /// takes longer, other threads run it. A GPU's passes never use the calling thread.
  std::chrono::nanoseconds here{0};
  /// Counts the host memory that the call takes.
  MemoryBudget budget;
  CallResult result;
};

}  // namespace rowfuse
