#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <rowfuse/cpu/tile.hpp>

#include "first_touch.hpp"

namespace rowfuse::cpu {

/// The pages that a pass writes its output columns to: asks for huge ones, and has them brought in ahead of the tiles.
class OutputPages {
 public:
  /// `outputs` have their memory, `length` rows of it. Tiles of `tile_rows` are evaluated on up to `threads` threads.
  OutputPages(arrow::Layout const& layout, std::vector<arrow::OutputColumn> const& outputs, std::int64_t length,
              std::int32_t tile_rows, int threads);

  /// A tile's rows are about to be written: values, offsets and bitmaps.
  void reach_rows(TileRange range);
  /// The text of the first `rows` rows of a column ends at `bytes`; what follows is about to be written.
  void reach_text(std::size_t column, std::int64_t rows, std::int64_t bytes);

 private:
  struct ByRow {
    ByRow(void* data, std::int64_t bytes, int threads, std::int64_t bits) : memory{data, bytes, threads}, bits_a_row{bits} {}
    FirstTouch memory;
    std::int64_t const bits_a_row;
  };

  void add(void* data, std::int64_t bits_a_row, std::int64_t rows);

  std::int64_t const length_;
  int const threads_;
  /// Far enough that a page is there before the first thread needs it, while every other thread is about a tile.
  std::int64_t const rows_ahead_;
  std::deque<ByRow> by_row_;
  std::deque<FirstTouch> text_;  // by output column
};

}  // namespace rowfuse::cpu
