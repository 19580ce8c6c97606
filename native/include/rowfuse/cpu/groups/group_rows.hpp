#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <new>

#include <rowfuse/cpu/groups/group_table.hpp>
#include <rowfuse/cpu/groups/grouping_sink.hpp>
#include <rowfuse/cpu/groups/groups.hpp>
#include <rowfuse/cpu/groups/line_ends.hpp>
#include <rowfuse/cpu/memory/arena_memory.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>
#include <rowfuse/cpu/tile/ascii.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/staged_tile.hpp>
#include <rowfuse/cpu/tile/utf8_vectors.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/line.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cpu {

namespace detail {

/// Evaluates a row into a grouping sink, and adds its output rows. Returns false if there is no memory.
template <class Transform, class Row>
bool group_row(Transform const& transform, Row const& row, GroupingSink<Transform>& out, [[maybe_unused]] ArenaMemory& memory) {
  if constexpr (uses_arena<Transform>) {
    for (bool again = false;; again = true) {
      memory.lend<Transform>(out);
      out.begin(again);
      transform(row, out);
      if (!out.arena.outgrown) break;
      if (!memory.grow()) return false;
    }
  } else {
    if constexpr (emits_rows<Transform>) out.begin(false);
    memory.lend<Transform>(out);
    transform(row, out);
  }
  if constexpr (!emits_rows<Transform>) {
    if (RF_LIKELY(!out.fault)) out.add();
  }
  return true;
}

/// A tile, and the batch to which its rows are added.
template <class Transform, class Tile>
struct Grouped {
  Tile& tile;
  GroupBatch<Transform>& batch;
  GrowingMemory* scratch;
  MemoryBudget* budget;
};

template <class Transform, bool ascii>
void group_columns(Grouped<Transform, GroupTile>& to, StagedRows<typename Transform::Input> const staged) {
  GroupTile& tile = to.tile;
  GroupingSink<Transform> out(to.batch, to.scratch);
  Transform const transform;
  ArenaMemory arena(to.budget);
  std::int32_t const rows = staged.size();
  for (std::int32_t i = 0; i < rows; ++i) {
    out.number_rows(tile.first_row + tile.range.first + i);
    if (!group_row(transform, staged.template row<ascii>(i), out, arena)) [[unlikely]] {
      tile.exhausted = true;
      return;
    }
    if (out.fault) [[unlikely]] {
      tile.fault = {tile.range.first + i, out.fault};
      return;
    }
  }
  tile.exhausted = tile.exhausted || out.exhausted();
}

/// Returns a line as a row: its text, and scalars.
template <class Columns, bool ascii>
RowValues<Columns> line_row(LineBlock const& block, char const* text, std::int32_t size, std::int64_t line) {
  RowValues<Columns> row;
  for_each_column<Columns>([&](auto index) {
    using Type = ColumnType<index, Columns>;
    auto& cell = rowfuse::detail::cell<index>(row);
    if constexpr (is_line<Type>) {
      cell = View(text, size, View::padded | (ascii ? View::ascii : 0));
    } else if constexpr (std::is_same_v<Type, RowNumber>) {
      cell = static_cast<double>(block.first_row + line);
    } else if constexpr (is_scalar<Type>) {
      cell = decode_scalar<Type>(block.inputs[index], line);
    }
  });
  return row;
}

/// The column of lines in a schema, whose line ends are found by a search for one byte; void if there is none.
template <class Columns>
struct LineColumn {
  using Type = void;
};
template <class First, class... Rest>
struct LineColumn<Schema<First, Rest...>> : LineColumn<Schema<Rest...>> {};
template <class First, class... Rest>
  requires(is_line<First> && LineEnd<First>::is_byte)
struct LineColumn<Schema<First, Rest...>> {
  using Type = First;
};
template <class Columns>
inline constexpr bool has_line = !std::is_void_v<typename LineColumn<Columns>::Type>;

struct LinesOfBlock {};

template <class Transform, bool ascii>
void group_lines(Grouped<Transform, LineBlock>& to, LinesOfBlock const&) {
  using End = LineEnd<typename LineColumn<typename Transform::Input>::Type>;
  LineBlock& block = to.tile;
  GroupingSink<Transform> out(to.batch, to.scratch);
  Transform const transform;
  ArenaMemory arena(to.budget);
  char const* const data = block.data;
  // A last line without an end is treated as if it ended after the block.
  std::int64_t const size = block.size;
  std::int64_t const end = size > 0 && data[size - 1] != End::last ? size + 1 : size;
  std::int64_t begin = 0;
  std::int64_t line = 0;
  LineEnds<End::last> ends(data, size, end);
  while (std::int32_t const count = ends.next()) {
    for (std::int32_t i = 0; i < count; ++i) {
      std::int64_t const last = ends[i];
      auto length = static_cast<std::int32_t>(last - begin);
      if (last < size) length = End::before(data + begin, length);
      if constexpr (Transform::Grouping::in_blocks) {
        out.number_rows(block.first_row + line);
      } else {
        out.number_rows(block.place + begin);
      }
      if (!group_row(transform, line_row<typename Transform::Input, ascii>(block, data + begin, length, line), out, arena)) [[unlikely]] {
        block.exhausted = true;
        return;
      }
      if (out.fault) [[unlikely]] {
        block.lines = line;
        block.fault = out.fault;
        block.faulty_begin = begin;
        block.faulty_size = length;
        return;
      }
      begin = last + 1;
      ++line;
    }
  }
  block.lines = line;
  block.exhausted = block.exhausted || out.exhausted();
}

/// Returns the block up to its first line that is not UTF-8; its fault then says so.
template <class End>
LineBlock sound_lines(LineBlock const& block) {
  LineBlock sound = block;
  std::int64_t begin = 0;
  for (std::int64_t line = 0; begin < block.size; ++line) {
    void const* const found = std::memchr(block.data + begin, End::last, static_cast<std::size_t>(block.size - begin));
    std::int64_t const end = found == nullptr ? block.size : static_cast<char const*>(found) - block.data + 1;
    if (!is_valid_utf8(block.data + begin, end - begin)) {
      sound.size = begin;
      sound.lines = line;
      sound.fault = {Fault::invalid_utf8, 0};
      sound.faulty_begin = begin;
      sound.faulty_size = End::without(block.data + begin, static_cast<std::int32_t>(end - begin));
      return sound;
    }
    begin = end;
  }
  return sound;
}

}  // namespace detail

/// The groups of one thread.
template <class Transform>
class GroupsOf final : public Groups {
 public:
  GroupsOf(int part_bits, std::int64_t room, MemoryBudget* budget = nullptr) : budget_{budget}, table_(part_bits, room, budget) {
    for (GrowingMemory& memory : scratch_) memory.count_in(budget);
  }

  bool sound() const { return !table_.exhausted(); }

  void add(GroupTile& tile) override {
    StagedTile<Input> staged(tile.range, tile.inputs, tile.scratch, budget_);
    staged.check_text();
    tile.fault = staged.fault();
    tile.exhausted = staged.exhausted();
    detail::Grouped<Transform, GroupTile> to{tile, batch_, scratch_, budget_};
    if (staged.ascii()) {
      run_rows<Transform, detail::group_columns<Transform, true>>(to, staged.rows());
    } else {
      run_rows<Transform, detail::group_columns<Transform, false>>(to, staged.rows());
    }
    batch_.flush();  // also if the tile has ended early, because the borrowed text goes with it
    auto const& [number, fault] = table_.memory().refused();
    if (fault && (tile.fault.row < 0 || number - tile.first_row < tile.fault.row)) tile.fault = {number - tile.first_row, fault};
    tile.exhausted = tile.exhausted || table_.exhausted();
  }

  void add(LineBlock& block) override {
    if constexpr (detail::has_line<Input>) {
      // Tested in pieces, so that text with lines that are not ASCII is detected early.
      constexpr std::int64_t piece = 4096;
      bool ascii = true;
      for (std::int64_t at = 0; ascii && at < block.size; at += piece) {
        ascii = is_ascii(block.data + at, block.size - at < piece ? block.size - at : piece);
      }
      LineBlock part = block;
      bool const valid = ascii || is_valid_utf8(block.data, block.size);
      if (!valid) part = detail::sound_lines<LineEnd<typename detail::LineColumn<Input>::Type>>(block);
      RowFault const malformed = part.fault;
      part.fault = {};
      detail::Grouped<Transform, LineBlock> to{part, batch_, scratch_, budget_};
      if (ascii) {
        run_rows<Transform, detail::group_lines<Transform, true>>(to, detail::LinesOfBlock{});
      } else {
        run_rows<Transform, detail::group_lines<Transform, false>>(to, detail::LinesOfBlock{});
      }
      batch_.flush();
      if (!part.fault) part.fault = malformed;
      find_refused(part);
      std::int64_t const size = block.size;
      block = part;
      block.size = size;
      block.exhausted = block.exhausted || table_.exhausted();
    }
  }

  /// Adds rows that were grouped elsewhere: a key in the form of a row, and its accumulators.
  template <class Row>
  void add(Row const& key, group::StateOf<Transform> const& state) {
    auto const keys = GroupOf<Transform>::Keys::of(key);
    table_.find(keys, table_.tag_of(keys)).state.merge(state, table_.memory());
  }

  std::int64_t size() const override { return table_.size(); }
  bool merge(Groups const& other, std::uint32_t part, int part_bits) override {
    return table_.merge(static_cast<GroupsOf const&>(other).table_, part, part_bits);
  }
  void list(ListedGroup* to) const override {
    for (std::int64_t i = 0; i < table_.size(); ++i) to[i] = {{table_[i].keys.prefix(0), table_[i].keys.prefix(1)}, &table_[i]};
  }

 private:
  using Input = typename Transform::Input;

  /// A line that a state could not take takes precedence over later lines that fail.
  void find_refused([[maybe_unused]] LineBlock& block) const {
    if constexpr (Transform::Grouping::in_blocks) {
      using End = LineEnd<typename detail::LineColumn<Input>::Type>;
      auto const& [number, fault] = table_.memory().refused();
      std::int64_t const line = number - block.first_row;
      if (!fault || (block.fault && line >= block.lines)) return;
      std::int64_t begin = 0;
      for (std::int64_t i = 0;; ++i) {
        void const* const found = std::memchr(block.data + begin, End::last, static_cast<std::size_t>(block.size - begin));
        std::int64_t const end = found == nullptr ? block.size : static_cast<char const*>(found) - block.data + 1;
        if (i == line) {
          block.lines = line;
          block.fault = fault;
          block.faulty_begin = begin;
          block.faulty_size = End::without(block.data + begin, static_cast<std::int32_t>(end - begin));
          return;
        }
        begin = end;
      }
    }
  }

  MemoryBudget* const budget_;
  GroupTable<Transform> table_;
  GroupBatch<Transform> batch_{table_};
  GrowingMemory scratch_[Transform::Output::size + 1];
};

}  // namespace rowfuse::cpu
