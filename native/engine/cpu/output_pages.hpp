#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include <rowfuse/cpu/memory/huge_pages.hpp>
#include <rowfuse/cpu/tile/tile.hpp>

#include "first_touch.hpp"

namespace rowfuse::cpu {

/// The pages of the output columns of a pass. Requests huge pages, and has them brought in ahead of the tiles.
class OutputPages {
 public:
  /// `outputs` have memory for `length` rows. Tiles of `tile_rows` are evaluated on up to `threads` threads.
  OutputPages(arrow::Layout const& layout, std::vector<arrow::OutputColumn> const& outputs, std::int64_t length, std::int32_t tile_rows,
              int threads);

  /// Called before values, offsets and bitmaps of a tile's rows are written.
  void reach_rows(TileRange range);
  /// Called before the text that follows the first `rows` rows of a column is written; their text ends at `bytes`.
  void reach_text(std::size_t column, std::int64_t rows, std::int64_t bytes);

 private:
  struct ByRow {
    ByRow(void* data, std::int64_t bytes, int threads, std::int64_t bits) : memory{data, bytes, threads}, bits_a_row{bits} {}
    FirstTouch memory;
    std::int64_t const bits_a_row;
  };

  struct Text {
    Text(void* memory_, std::int64_t bytes_, int threads) : data{memory_}, bytes{bytes_}, memory{memory_, bytes_, threads} {}
    void* const data;
    std::int64_t const bytes;
    FirstTouch memory;
    HugePagesAhead huge_pages;
  };

  void add(void* data, std::int64_t bits_a_row, std::int64_t rows);

  std::int64_t const length_;
  int const threads_;
  /// The distance by which pages are brought in ahead: each is present before a thread needs it, while every other thread works on a tile.
  std::int64_t const rows_ahead_;
  std::deque<ByRow> by_row_;
  std::deque<Text> text_;  // by output column
};

}  // namespace rowfuse::cpu
