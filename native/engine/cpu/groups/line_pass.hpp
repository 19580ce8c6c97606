#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/groups/groups.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>

#include "../../api/aggregation.hpp"
#include "../pool.hpp"
#include "../turns.hpp"
#include "group_pool.hpp"
#include "input_file.hpp"
#include "line_failures.hpp"

namespace rowfuse::cpu {

/// The rows and bytes of the input before a pass.
struct LinesBefore {
  std::int64_t rows = 0;
  std::int64_t bytes = 0;
};

/// Groups the lines of bytes that are divided into blocks of one size. A block has the lines that begin in it. Each block is loaded,
/// checked and grouped once, and no line is kept.
class LinePass : public Work {
 public:
  LinePass(GroupPool& groups, std::vector<arrow::InputColumn> const& scalars, LinesBefore before, int threads, std::int64_t size,
           Aggregation& to, std::function<void()> done);

  void run(std::int64_t unit, std::byte* scratch) final;
  void out_of_memory() final { failures_.fail(Failure::out_of_memory); }

 protected:
  /// Loads the lines that begin in [place, place + block_bytes_): sets `lines.data`, with readable padding, `lines.place` and `lines.size`.
  /// Returns false if there is nothing to group, perhaps after a failure.
  virtual bool bring(std::int64_t place, GrowingMemory& memory, LineBlock& lines) = 0;

  void conclude() override;

  char line_end() const { return groups_.entry.line_end; }

  std::int64_t const size_;
  std::int64_t block_bytes_;
  Aggregation& to_;
  LineFailures failures_;

 private:
  void number(std::int64_t unit, LineBlock& lines);

  GroupPool& groups_;
  std::vector<arrow::InputColumn> const& scalars_;
  LinesBefore const before_;
  MemoryShare share_;
  std::unique_ptr<std::int64_t[]> lines_;  ///< by block
  Turns turns_;
  std::int64_t next_row_;  ///< of the block whose turn it is
};

/// Groups the lines of text in memory, without copying it.
class TextPass final : public LinePass {
 public:
  TextPass(GroupPool& groups, std::vector<arrow::InputColumn> const& scalars, LinesBefore before, int threads, char const* text,
           std::int64_t size, Aggregation& to, std::function<void()> done)
      : LinePass(groups, scalars, before, threads, size, to, std::move(done)), text_{text} {}

 private:
  bool bring(std::int64_t place, GrowingMemory& memory, LineBlock& lines) override;

  char const* const text_;
};

/// Groups the lines of a file.
class FilePass final : public LinePass {
 public:
  FilePass(GroupPool& groups, std::vector<arrow::InputColumn> const& scalars, LinesBefore before, int threads,
           std::unique_ptr<InputFile> file, Aggregation& to, std::function<void()> done)
      : LinePass(groups, scalars, before, threads, file->size(), to, std::move(done)), file_{std::move(file)} {}

 private:
  void conclude() override;
  bool bring(std::int64_t place, GrowingMemory& memory, LineBlock& lines) override;
  bool read(std::int64_t place, char* to, std::int64_t bytes);

  std::unique_ptr<InputFile> file_;
  std::atomic<bool> changed_{false};
};

}  // namespace rowfuse::cpu
