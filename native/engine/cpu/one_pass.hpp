#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "output_pages.hpp"
#include "tile_pass.hpp"
#include "turns.hpp"

namespace rowfuse::cpu {

/// A pass that evaluates each row once.
///
/// If all tiles before a tile are evaluated, the place of its text is known, and it writes there. With one thread that is every tile. Other
/// tiles write to memory that stays in the cache, with offsets from 0. When their turn comes, the text is copied to its place and the
/// offsets are shifted. That memory has the size of the text's upper bound. Without a bound it grows. A tile with too much text for that
/// waits for its turn first.
class OnePass final : public TilePass {
 public:
  /// Text goes to `outputs[i].values` if that is given, and otherwise to memory that becomes part of `result.memory`. Without a bound that
  /// is address space for the most text that `limits` allow, of which only touched pages take memory.
  OnePass(Entry const& entry, std::vector<arrow::InputColumn> const& inputs, std::int64_t length, CallOptions options,
          std::vector<arrow::OutputColumn> outputs, EvaluateLimits limits, CallResult& result, std::function<void()> done);

 private:
  /// The memory of a tile's text in the columns without a bound, reused by the next tile.
  using Growing = std::vector<GrowingMemory>;

  void run_tile(std::int64_t tile, TileRange range, std::byte* scratch) override;
  void evaluate(std::int64_t tile, TileRange range, std::byte* scratch, Growing* growing);
  void allocate_text(std::size_t column, std::int64_t bytes);
  void conclude() override;
  bool is_text(std::size_t column) const { return outputs_[column].offsets != nullptr; }
  bool is_bounded(std::size_t column) const { return entry_.layout.bounds[column].known(); }
  /// Returns memory for the columns without a bound, or null if there is none. No other tile has it meanwhile.
  std::unique_ptr<Growing> take_growing(TileRange range);
  std::size_t columns_bytes() const;
  /// Returns the bytes of rows of an input column, or an upper bound for many rows of a dictionary.
  std::int64_t text_bytes(arrow::InputColumn const& input, TileRange range) const;
  /// Returns the most bytes of text that rows can have in an output column, but no more than the limit: that is the bound of all others.
  std::int64_t bound(std::size_t column, TileRange range) const;
  /// Gives every text column of the tile with a bound a part of `staging`, and returns the bytes of all parts.
  std::int64_t place(TileOutput* columns, TileRange range, char* staging) const;
  std::int64_t written_bytes() const;
  /// Copies the tile's text to its place.
  void move(TileOutput const* columns, TileRange range);

  std::vector<arrow::InputColumn> const& inputs_;
  std::vector<arrow::OutputColumn> outputs_;
  EvaluateLimits const limits_;
  std::int64_t const allocated_bytes_;  // of the result's memory for everything but text
  std::int64_t staging_bytes_ = 0;      // in the scratch memory of each thread
  std::unique_ptr<OutputPages> pages_;
  Turns turns_;
  std::vector<std::int64_t> positions_;  // by output column; belongs to the tile whose turn it is
  std::mutex mutex_;
  std::vector<std::unique_ptr<Growing>> spare_;
};

}  // namespace rowfuse::cpu
