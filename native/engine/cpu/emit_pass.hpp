#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include <rowfuse/cpu/memory/huge_pages.hpp>

#include "../api/output_memory.hpp"
#include "emitted_bits.hpp"
#include "tile_pass.hpp"
#include "turns.hpp"

namespace rowfuse::cpu {

/// The pass of filters and expansions. It evaluates each row once, into growing memory of the row's tile. Once all earlier tiles are done,
/// the places of the tile's rows and text are known, and it copies them there.
class EmitPass final : public TilePass {
 public:
  /// Writes to newly reserved memory, which becomes part of `result`. It reserves address space for the largest possible result, but only
  /// touched pages take memory.
  EmitPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
           EvaluateLimits limits, CallResult& result, std::function<void()> done);

  /// Writes to `outputs`, which have room for the measured rows (`rows`) and text.
  EmitPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
           std::vector<arrow::OutputColumn> outputs, std::int64_t rows, CallResult& result, std::function<void()> done);

 private:
  /// The memory of a tile's rows, reused by the next tile.
  using Columns = std::vector<EmittedColumn>;

  /// One output column under construction.
  struct Target {
    arrow::OutputColumn memory;
    std::int64_t text = 0;  ///< bytes so far; like all members, used only by the tile whose turn it is
    EmittedBits values;     ///< Bool
    EmittedBits validity;   ///< nullable columns
    HugePagesAhead values_pages;
    HugePagesAhead offsets_pages;
  };

  /// The destination of the rows of a tile.
  struct Place {
    std::int64_t row;
    std::vector<std::int64_t> text;
  };

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override;
  void conclude() override;
  bool is_text(std::size_t column) const { return arrow::has_offsets(entry_.layout.outputs[column].id); }
  std::int64_t bound(std::size_t column) const;
  bool reserve(OutputMemory& memory, std::int64_t bytes);
  std::int64_t written_bytes(Columns const& columns, std::int64_t rows) const;
  std::int64_t value_bytes(std::size_t column, std::int64_t rows) const;
  void evaluate(std::int64_t tile, TileRange range, std::byte* scratch, Columns& columns);
  /// Waits for the tile's turn and takes the place of its rows.
  Failure take_place(Columns const& columns, std::int64_t rows, Place& place);
  void move(Columns const& columns, std::int64_t rows, Place const& place);
  void ask_for_pages(Target& target, std::size_t column, std::int64_t rows);
  std::unique_ptr<Columns> take_columns();

  std::vector<arrow::InputColumn> const& inputs_;
  EvaluateLimits const limits_;
  bool const measured_;
  std::int64_t capacity_ = 0;  // in rows
  std::vector<Target> targets_;
  std::int64_t rows_ = 0;  // so far; used only by the tile whose turn it is
  Turns turns_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Columns>> spare_;
};

}  // namespace rowfuse::cpu
