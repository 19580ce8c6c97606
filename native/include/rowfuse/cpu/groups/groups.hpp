#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/cpu/tile/tile.hpp>

namespace rowfuse::cpu {

/// Rows of columns to be grouped.
struct GroupTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t first_row = 0;    ///< the number of the call's first row
  std::byte* scratch = nullptr;  ///< `Entry::scratch_bytes(rows)`, aligned to 64 bytes
  TileFault fault;               ///< out
  bool exhausted = false;        ///< out: there was no memory for a row
};

/// Lines to be grouped: whole lines, except that the last may lack its end.
struct LineBlock {
  /// Readable bytes after the last one, with undefined content.
  static constexpr std::int64_t padding = 64;
  /// The most bytes of a value.
  static constexpr std::int64_t longest_line = std::numeric_limits<std::int32_t>::max() - 1;

  char const* data = nullptr;
  std::int64_t size = 0;
  std::int64_t place = 0;        ///< of the first byte in the whole text: determines the order of rows
  std::int64_t first_row = 0;    ///< the number of the first line, for row functions that use it
  arrow::InputColumn const* inputs = nullptr;  ///< scalars
  std::int64_t lines = 0;        ///< out: the number of all lines, or of those before the fault
  RowFault fault;                ///< out: of the line after these
  std::int64_t faulty_begin = 0; ///< out: the start of that line
  std::int64_t faulty_size = 0;
  bool exhausted = false;        ///< out: there was no memory for a row
};

/// A group of a result. The numbers of `prefix` compare like the keys; if both are equal, more of the keys must be compared.
struct ListedGroup {
  std::uint64_t prefix[2];
  void const* group;
};

/// The destination of a result's columns, for a part of its groups.
struct GroupRange {
  ListedGroup const* groups = nullptr;
  std::int64_t first = 0;                       ///< a multiple of 64
  std::int64_t count = 0;
  arrow::OutputColumn const* outputs = nullptr;
  std::int64_t* bytes = nullptr;                ///< by column: set by `measure`; for `write`, the start of the text
  std::int64_t* null_counts = nullptr;          ///< by column: set by `write`
  std::int64_t faulty_group = -1;               ///< set by `write`: the first group with a value that does not fit its column
  RowFault fault;
  bool exhausted = false;                       ///< out: there was no memory
};

/// The groups of one thread, with the transform's types erased.
class Groups {
 public:
  Groups() = default;
  Groups(Groups const&) = delete;
  Groups& operator=(Groups const&) = delete;
  virtual ~Groups() = default;

  virtual void add(GroupTile& tile) = 0;
  virtual void add(LineBlock& block) = 0;

  virtual std::int64_t size() const = 0;
  /// Takes those groups of another object whose hashes begin with the bits of `part`. The other object must be kept as long as this one.
  /// Returns false if there is no memory.
  virtual bool merge(Groups const& other, std::uint32_t part, int part_bits) = 0;
  virtual void list(ListedGroup* to) const = 0;
};

/// The functions of a transform's groups, independent of any instance.
struct GroupEntry {
  /// Makes an object with room for `room` groups, counted in the budget if there is one; null if there is no memory. All hashes of the
  /// groups begin with the same `part_bits` bits.
  std::unique_ptr<Groups> (*make)(int part_bits, std::int64_t room, MemoryBudget* budget) = nullptr;
  bool ordered = true;
  bool takes_lines = false;    ///< rows may be lines of a text
  char line_end = 0;           ///< the byte that ends lines
  bool numbers_lines = false;  ///< the row function uses the row's number
  bool in_blocks = false;      ///< rows are grouped in blocks of the input, which are merged in their order
  bool keeps_blocks = false;   ///< merged groups keep pointing to the memory of these blocks
  std::int32_t key_columns = 0;
  void (*sort)(ListedGroup* begin, ListedGroup* end) = nullptr;
  bool (*before)(ListedGroup const& a, ListedGroup const& b) = nullptr;
  void (*measure)(GroupRange& range) = nullptr;  ///< adds up bytes of text
  void (*write)(GroupRange& range) = nullptr;
};

}  // namespace rowfuse::cpu
