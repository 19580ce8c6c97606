#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/cpu/tile/row_cost.hpp>

namespace rowfuse::cpu {

/// Rows [first, first + rows) of a call: the unit of work of a thread. `first` is a multiple of 64, so that no two tiles share a byte of an
/// output bitmap.
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
  MemoryBudget* budget = nullptr;  ///< for other memory, if that is limited
  std::int64_t* bytes = nullptr;  ///< out: UTF-8 bytes by output column
  std::int64_t rows = 0;          ///< out: output rows, for filters and expansions
  bool ascii = false;             ///< out: all text of the tile is ASCII
  TileFault fault;                ///< out
  bool exhausted = false;         ///< out: there was no memory for a row
};

/// The text of one output column of a tile.
struct TileOutput {
  char* text = nullptr;         ///< text is written to [text, text + room), nowhere else
  std::int64_t room = 0;
  GrowingMemory* memory = nullptr;  ///< if the room may grow: the memory at `text`
  std::int64_t most_room = 0;       ///< the room to which it may grow
  std::int64_t begin = 0;       ///< the first row's offset
  std::int64_t bytes = 0;       ///< out: bytes of text
  std::int64_t null_count = 0;  ///< out
};

/// The evaluation of one tile. Values, offsets and bitmaps are written to their place in `outputs`.
struct FillTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  arrow::OutputColumn const* outputs = nullptr;
  std::byte* scratch = nullptr;
  MemoryBudget* budget = nullptr;
  bool checked = false;           ///< the sizes pass has checked the text, and set `ascii`
  bool ascii = false;
  TileOutput* columns = nullptr;  ///< by output column
  TileFault fault;                ///< out
  bool overrun = false;           ///< out: some text did not fit
  bool exhausted = false;         ///< out: there was no memory for a row
};

/// One column of the output rows of a tile of a filter or an expansion: growing memory, which is reused.
struct EmittedColumn {
  GrowingMemory values;    ///< text; values of fixed width; or, for Bool, one byte per row
  GrowingMemory ends;      ///< Utf8: the end of each row's text, as 32-bit offsets from the tile's start
  GrowingMemory present;   ///< nullable columns: one byte per row
  std::int64_t bytes = 0;  ///< out: of text
  std::int64_t null_count = 0;  ///< out
};

/// The evaluation of one tile of a filter or an expansion.
struct EmitTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  std::byte* scratch = nullptr;
  MemoryBudget* budget = nullptr;
  EmittedColumn* columns = nullptr;  ///< by output column
  std::int64_t most_rows = 0;        ///< more rows, or more bytes of text in a column, are too large
  std::int64_t most_bytes = 0;
  std::int64_t rows = 0;             ///< out: output rows
  TileFault fault;                   ///< out
  bool too_large = false;            ///< out
  bool exhausted = false;            ///< out: there was no memory for a row
};

/// The search for all failing rows of a tile.
struct MarkTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  std::byte* scratch = nullptr;
  MemoryBudget* budget = nullptr;
  std::uint8_t* codes = nullptr;  ///< out: by row of the call, its `Fault`
  bool exhausted = false;         ///< out: there was no memory for a row
};

/// The nodes from which the rows of a call combine reductions of their windows (rolling/window_levels.hpp). First, partitions are marked,
/// tile by tile. Then the nodes are computed level by level, with the slots of a level in parallel.
struct LevelsEntry {
  std::int64_t (*bytes)(std::int64_t rows) = nullptr;  ///< returns the bytes of memory for columns of at least 1 row; it must be zeroed
  void const* (*nodes)(std::byte const* memory, std::int64_t rows) = nullptr;  ///< returns the value of `InputColumn::levels`
  void (*mark)(TileRange range, arrow::InputColumn const* inputs, std::int64_t rows, std::byte* memory) = nullptr;  ///< null: there is one
  ///< partition
  void (*make)(arrow::InputColumn const* inputs, std::int64_t rows, int level, std::int64_t first_slot, std::int64_t slots,
               std::byte* memory) = nullptr;

  explicit operator bool() const { return make != nullptr; }
};

struct GroupEntry;

/// One transform, compiled for the CPU, with its types erased. For an aggregation only `group` and `mark` are set.
struct Entry {
  char const* name = nullptr;
  arrow::Layout layout;
  std::size_t (*scratch_bytes)(std::int32_t rows) = nullptr;
  void (*measure)(MeasureTile& tile) = nullptr;
  void (*fill)(FillTile& tile) = nullptr;  ///< null for filters and expansions
  void (*mark)(MarkTile& tile) = nullptr;
  RowCost* cost = nullptr;  ///< null: the time of a call is never predicted
  void (*emit)(EmitTile& tile) = nullptr;  ///< for filters and expansions
  std::int64_t least_rows = 0;  ///< the fewest rows for which a tile pays
  LevelsEntry levels = {};  ///< for transforms that reduce windows
  bool fills_together = false;  ///< `fill` reduces the windows of a tile's rows together, without nodes
  GroupEntry const* group = nullptr;
};

}  // namespace rowfuse::cpu
