#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::cuda {

/// Adjacent rows.
struct TileRows {
  std::uint32_t first;
  std::uint32_t count;
};

/// The division of a launch's shared memory by the rows' sizes, which are known only at the call. Results never depend on it.
///
///     | control | stage 0 | stage 1 | ... | slot 0 | slot 1 | ...
///     stage: the text of a tile, all columns | offsets of text column 0 | 1 | ...
///     slot:  for each warp and text column: its rows' text | their places in it
struct OnePassShape {
  std::uint32_t warps = 0;          ///< warps that evaluate
  std::uint32_t steps = 0;          ///< rows per lane, at most
  std::uint32_t tile_rows = 0;
  std::uint32_t whole_tiles = 0;    ///< tiles of that size; later tiles have fewer rows
  std::uint32_t last_rows = 0;      ///< rows of each later tile; a multiple of 32
  std::uint32_t staged_bytes = 0;   ///< for a tile's text
  std::uint32_t offsets_bytes = 0;  ///< for a tile's offsets, per column
  std::uint32_t stage_bytes = 0;
  std::uint32_t text_bytes = 0;     ///< for the text of a warp's rows, per column
  std::uint32_t piece_bytes = 0;    ///< text and places of a warp's rows, per column
  std::uint32_t slot_bytes = 0;

  /// A row's text is expected to take `in_bytes` in all input columns together and `out_bytes` in each output column.
  constexpr OnePassShape(std::uint32_t evaluating_warps, std::uint32_t rows_of_a_lane, int text_in, int text_out, double in_bytes,
                         double out_bytes)
      : warps(evaluating_warps), steps(rows_of_a_lane), tile_rows(evaluating_warps * 32 * rows_of_a_lane) {
    // More than the mean: by a share, and by a constant for small tiles. Sums of many rows vary little.
    staged_bytes = round_up(static_cast<std::uint32_t>(tile_rows * in_bytes * 1.04) + 512 + 32 * text_in);
    offsets_bytes = round_up(tile_rows * 4 + 4 + 16);
    stage_bytes = staged_bytes + offsets_bytes * text_in;
    // A warp has fewer rows, so its sums vary more. One word more than the text, because writers end in it.
    text_bytes = round_up(static_cast<std::uint32_t>(32 * steps * out_bytes * 1.15) + 96);
    piece_bytes = text_bytes + 16 + round_up(64 * steps);
    slot_bytes = piece_bytes * warps * text_out;
  }

  /// Cuts `rows` for `blocks` blocks: rounds of whole tiles, then a last round of the smallest tiles that hold the rest, so that all blocks
  /// end at about the same time. Returns the number of tiles.
  // A first round of small tiles, which would let evaluation begin earlier, was no faster: 25.8 instead of 26.1 us for 600K rows of redact,
  // 61 instead of 56 for 2M.
  constexpr std::int64_t cut(std::int64_t rows, std::int64_t blocks) {
    std::int64_t const round = blocks * tile_rows;
    std::int64_t const left = rows % round;
    whole_tiles = static_cast<std::uint32_t>(rows / round * blocks);
    last_rows = static_cast<std::uint32_t>((left + 32 * blocks - 1) / (32 * blocks) * 32);
    return whole_tiles + (left > 0 ? (left + last_rows - 1) / last_rows : 0);
  }

  /// Returns the most tiles that `rows` can be cut into, with any number of warps from `least_warps` on.
  static constexpr std::int64_t most_tiles(std::int64_t rows, std::int64_t blocks, int least_warps) {
    return rows / (std::int64_t{32} * least_warps) + blocks + 1;
  }

  /// Returns where a tile begins, and its number of rows if the table does not end before.
  RF_HD constexpr TileRows tile(std::uint32_t number) const {
    if (number < whole_tiles) return {number * tile_rows, tile_rows};
    return {whole_tiles * tile_rows + (number - whole_tiles) * last_rows, last_rows};
  }

  /// Adds `spare` bytes of shared memory to the buffers, half to the stages and half to the slots, because sizes vary.
  constexpr void stretch(std::uint32_t spare, int text_out, int stages, int slots) {
    std::uint32_t const each_stage = spare / 2 / stages / 16 * 16;
    staged_bytes += each_stage;
    stage_bytes += each_stage;
    std::uint32_t const each_piece = spare / 2 / (slots * warps * text_out) / 16 * 16;
    text_bytes += each_piece;
    piece_bytes += each_piece;
    slot_bytes = piece_bytes * warps * text_out;
  }

  constexpr std::uint32_t bytes(std::uint32_t control, int stages, int slots) const {
    return round_up(control) + stage_bytes * stages + slot_bytes * slots;
  }

  RF_HD static constexpr std::uint32_t round_up(std::uint32_t bytes) { return (bytes + 15) / 16 * 16; }
};

}  // namespace rowfuse::cuda
