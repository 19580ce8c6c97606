#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/row/fault.hpp>

namespace rowfuse::cpu {

/// Rows [first, first + rows) of a call, the unit that a thread works on. `first` is a multiple of 64, so that no two
/// tiles share a byte of an output bitmap.
struct TileRange {
  std::int64_t first = 0;
  std::int32_t rows = 0;
};

/// The first fault of a tile, by row of the call.
struct TileFault {
  std::int64_t row = -1;
  RowFault fault;
};

/// The sizes pass over one tile.
struct MeasureTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  std::byte* scratch = nullptr;  ///< `Entry::scratch_bytes(rows)`, aligned to 64 bytes
  std::int64_t* bytes = nullptr;  ///< out: UTF-8 bytes by output column
  bool ascii = false;             ///< out: all text of the tile is ASCII
  TileFault fault;                ///< out
  bool exhausted = false;         ///< out: a row's strings need more memory than there is
};

/// The fill pass over one tile. A text column's bytes go to [begin, end) of its values, nowhere else.
struct FillTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  arrow::OutputColumn const* outputs = nullptr;
  std::byte* scratch = nullptr;
  bool ascii = false;                    ///< what the sizes pass found
  std::int64_t const* begin = nullptr;   ///< by output column
  std::int64_t const* end = nullptr;     ///< by output column
  std::int64_t* null_counts = nullptr;   ///< out, by output column
  TileFault fault;                       ///< out
  bool changed = false;                  ///< out: the bytes written are not those measured
  bool exhausted = false;                ///< out: a row's strings need more memory than there is
};

/// One transform, compiled for the CPU, with its types erased.
struct Entry {
  char const* name = nullptr;
  arrow::Layout layout;
  std::size_t (*scratch_bytes)(std::int32_t rows) = nullptr;
  void (*measure)(MeasureTile& tile) = nullptr;
  void (*fill)(FillTile& tile) = nullptr;
};

}  // namespace rowfuse::cpu
