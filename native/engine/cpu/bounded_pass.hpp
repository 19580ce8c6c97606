#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "output_pages.hpp"
#include "tile_pass.hpp"
#include "turns.hpp"

namespace rowfuse::cpu {

/// A pass that evaluates each row once, for transforms whose text has an upper bound.
///
/// The text of a tile is written to memory that stays in the cache, with offsets from 0. Once all tiles before it are evaluated, its place
/// is known: the text is copied there, and the offsets are shifted. A tile with too much text for that waits for its turn first, and then
/// writes directly to its place.
class BoundedPass final : public TilePass {
 public:
  /// Text goes to `outputs[i].values` if that is given, and otherwise to newly reserved memory, which becomes part of `result.memory`.
  BoundedPass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
              std::vector<arrow::OutputColumn> outputs, EvaluateLimits limits, CallResult& result, std::function<void()> done);

 private:
  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override;
  void conclude() override;
  bool is_text(std::size_t column) const { return outputs_[column].offsets != nullptr; }
  std::size_t columns_bytes() const;
  /// Returns the bytes of rows of an input column, or an upper bound for many rows of a dictionary.
  std::int64_t text_bytes(arrow::InputColumn const& input, TileRange range) const;
  /// Returns the most bytes of text that rows can have in an output column, but no more than the limit.
  std::int64_t bound(std::size_t column, TileRange range) const;
  /// Gives every text column of the tile a part of `staging`, and returns the bytes of all parts.
  std::int64_t place(TileOutput* columns, TileRange range, char* staging) const;
  std::int64_t written_bytes() const;
  /// Copies the tile's text to its place.
  void move(TileOutput const* columns, TileRange range);

  std::vector<arrow::InputColumn> const& inputs_;
  std::vector<arrow::OutputColumn> outputs_;
  EvaluateLimits const limits_;
  std::int64_t staging_bytes_ = 0;  // in the scratch memory of each thread
  std::unique_ptr<OutputPages> pages_;
  Turns turns_;
  std::vector<std::int64_t> positions_;  // by output column; belongs to the tile whose turn it is
};

}  // namespace rowfuse::cpu
