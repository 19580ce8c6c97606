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

/// Rows of columns that are grouped.
struct GroupTile {
  TileRange range;
  arrow::InputColumn const* inputs = nullptr;
  std::int64_t first_row = 0;    ///< the number of the call's first row
  std::byte* scratch = nullptr;  ///< `Entry::scratch_bytes(rows)`, aligned to 64 bytes
  TileFault fault;               ///< out
  bool exhausted = false;        ///< out: there was no memory for a row
};

/// Lines that are grouped: whole ones, but that the last may lack its end.
struct LineBlock {
  /// Bytes behind the last that can be read, whatever they hold.
  static constexpr std::int64_t padding = 64;
  /// What a value can have, in bytes.
  static constexpr std::int64_t longest_line = std::numeric_limits<std::int32_t>::max() - 1;

  char const* data = nullptr;
  std::int64_t size = 0;
  std::int64_t place = 0;        ///< of the first byte in all the text: the order of rows
  std::int64_t first_row = 0;    ///< the number of the first line, for row functions that ask for it
  arrow::InputColumn const* inputs = nullptr;  ///< scalars
  std::int64_t lines = 0;        ///< out: all of them, or those before the fault
  RowFault fault;                ///< out: of the next line
  std::int64_t faulty_begin = 0; ///< out: where that lies
  std::int64_t faulty_size = 0;
  bool exhausted = false;        ///< out: there was no memory for a row
};

/// A group of a result. The numbers of `prefix`, one after the other, are in the order of keys, and the same for keys of which more must
/// be looked at.
struct ListedGroup {
  std::uint64_t prefix[2];
  void const* group;
};

/// What of a result's columns goes where, for a part of its groups.
struct GroupRange {
  ListedGroup const* groups = nullptr;
  std::int64_t first = 0;                       ///< a multiple of 64
  std::int64_t count = 0;
  arrow::OutputColumn const* outputs = nullptr;
  std::int64_t* bytes = nullptr;                ///< by column, out of `measure`, for `write`: where the text begins
  std::int64_t* null_counts = nullptr;          ///< by column, out of `write`
  std::int64_t faulty_group = -1;               ///< out of `write`: the first of which a value does not fit its column
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
  /// Takes the groups of another one, which must be kept as long as this, of those whose hashes begin with the bits of `part`.
  /// False where there is no memory.
  virtual bool merge(Groups const& other, std::uint32_t part, int part_bits) = 0;
  virtual void list(ListedGroup* to) const = 0;
};

/// What the groups of a transform can do, whosever they are.
struct GroupEntry {
  /// With room for some groups, counted in where there is a budget; null where there is no memory. All hashes of the groups begin with so
  /// many bits that say nothing.
  std::unique_ptr<Groups> (*make)(int part_bits, std::int64_t room, MemoryBudget* budget) = nullptr;
  bool ordered = true;
  bool takes_lines = false;    ///< rows may be lines of a text
  char line_end = 0;           ///< then the byte that ends them
  bool numbers_lines = false;  ///< the row function asks for the row's number
  bool in_blocks = false;      ///< rows are grouped in blocks of the input, which are merged in their order
  bool keeps_blocks = false;   ///< and what is merged goes on to point to these
  std::int32_t key_columns = 0;
  void (*sort)(ListedGroup* begin, ListedGroup* end) = nullptr;
  bool (*before)(ListedGroup const& a, ListedGroup const& b) = nullptr;
  void (*measure)(GroupRange& range) = nullptr;  ///< adds up bytes of text
  void (*write)(GroupRange& range) = nullptr;
};

}  // namespace rowfuse::cpu
