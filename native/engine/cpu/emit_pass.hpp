#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "../api/output_memory.hpp"
#include "emitted_bits.hpp"
#include "tile_pass.hpp"
#include "turns.hpp"

namespace rowfuse::cpu {

/// The pass of transforms whose rows come and go: each row is evaluated once, into memory of its tile that grows. When all tiles
/// before it are done, the place of a tile's rows and of their text is known, and they are copied there.
class EmitPass final : public TilePass {
 public:
  /// Into memory of its own, which ends up in `result`: address space for as much as there may be, of which only what is
  /// touched takes memory.
  EmitPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
           EvaluateLimits limits, CallResult& result, std::function<void()> done);

  /// Into `outputs`, with room for the `rows` rows and the text that were measured.
  EmitPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
           std::vector<arrow::OutputColumn> outputs, std::int64_t rows, CallResult& result, std::function<void()> done);

  void finished() override;

 private:
  /// The memory of a tile's rows, which the next tile takes over.
  using Columns = std::vector<EmittedColumn>;

  /// One output column as it is put together.
  struct Target {
    arrow::OutputColumn memory;
    std::int64_t text = 0;  ///< its bytes so far; belongs to the tile whose turn it is, as all of these
    EmittedBits values;     ///< Bool
    EmittedBits validity;   ///< nullable columns
    std::int64_t asked = 0; ///< up to where huge pages were asked for, in rows, and for text in bytes
    std::int64_t asked_text = 0;
  };

  /// Where the rows of a tile go.
  struct Place {
    std::int64_t row;
    std::vector<std::int64_t> text;
  };

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override;
  bool is_text(std::size_t column) const { return arrow::has_offsets(entry_.layout.outputs[column].id); }
  std::int64_t bound(std::size_t column) const;
  bool reserve(OutputMemory& memory, std::int64_t bytes);
  std::int64_t written_bytes(Columns const& columns, std::int64_t rows) const;
  std::int64_t value_bytes(std::size_t column, std::int64_t rows) const;
  void evaluate(std::int64_t tile, TileRange range, std::byte* scratch, Columns& columns);
  /// Takes the place of the tile's rows, when it is its turn.
  Failure take_place(Columns const& columns, std::int64_t rows, Place& place);
  void move(Columns const& columns, std::int64_t rows, Place const& place);
  void ask_for_pages(Target& target, std::size_t column, std::int64_t rows);
  void fail(std::int64_t tile, Failure failure);
  std::unique_ptr<Columns> take_columns();

  std::vector<arrow::InputColumn> const& inputs_;
  EvaluateLimits const limits_;
  bool const measured_;
  CallResult& result_;
  std::function<void()> done_;
  std::int64_t capacity_ = 0;  // in rows
  std::vector<Target> targets_;
  std::int64_t rows_ = 0;  // so far; belongs to the tile whose turn it is
  Turns turns_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Columns>> spare_;
  std::atomic<Failure> failure_{Failure::none};
};

}  // namespace rowfuse::cpu
