#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <rowfuse/cpu/group_table.hpp>
#include <rowfuse/cpu/growing_memory.hpp>
#include <rowfuse/macros.hpp>
#include <rowfuse/row/arena_slot.hpp>
#include <rowfuse/row/fault.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/view.hpp>
#include <rowfuse/string/write.hpp>

namespace rowfuse::cpu {

namespace detail {

/// What a row puts into a column.
template <std::size_t I, class Type, bool text = is_text<Type>>
struct GroupedCell {
  typename Type::Storage value{};
  bool valid = true;
};
template <std::size_t I, class Type>
struct GroupedCell<I, Type, true> {
  View text;
  bool valid = true;
};

template <class Indices, class... Types>
struct GroupedCells;
template <std::size_t... I, class... Types>
struct GroupedCells<std::index_sequence<I...>, Types...> : GroupedCell<I, Types>... {};

/// Whether the text that a row puts lies in columns and literals, and so outlives its evaluation.
template <class Transform>
constexpr bool puts_text_of_columns() {
  if constexpr (requires { Transform::segments; }) {
    return Transform::segments.count > 0 && !uses_arena<Transform>;
  } else {
    return false;
  }
}

}  // namespace detail

template <class Transform, class Columns = typename Transform::Output>
class GroupingSink;

/// The sink of rows that are grouped: it holds what a row puts, and adds it to the row's group. Text is looked up where it lies if it is
/// one piece that stays there, else where it is put together.
template <class Transform, class... Types>
class GroupingSink<Transform, Schema<Types...>> {
 public:
  using Output = Schema<Types...>;

  RowFault fault;
  ArenaSlot arena;  // without memory, but for transforms that build strings

  GroupingSink(GroupTable<Transform>& table, GrowingMemory* scratch) : table_{&table}, scratch_{scratch} {}

  /// The place of the rows that come next in the order of all.
  void number_rows(std::int64_t number) { number_ = number; }

  template <std::size_t I, class... Pieces>
  void text(Pieces const&... pieces) {
    auto& cell = this->template cell<I>();
    cell.valid = true;
    if constexpr (sizeof...(Pieces) == 1 && (std::is_same_v<Pieces, View> && ...) && detail::puts_text_of_columns<Transform>()) {
      View const& whole = (pieces, ...);
      if (RF_LIKELY(whole.plain())) {
        cell.text = whole;
        return;
      }
    }
    cell.text = put_together(I, pieces...);
  }

  template <std::size_t I>
  void value(typename ColumnType<I, Output>::Storage value) {
    cell<I>().value = value;
    cell<I>().valid = true;
  }

  template <std::size_t I>
  void absent() {
    cell<I>().valid = false;
  }

  /// Adds what has been put to its group. A row that is evaluated again has added its first ones.
  void emit() {
    if (fault || arena.outgrown) return;
    if (added_ == added_before_) {
      add();
      ++added_before_;
    }
    ++added_;
  }

  RF_INLINE void add() {
    Row const row{cells_, number_};
    table_->find(GroupOf<Transform>::Keys::of(row)).state.add(row, table_->memory());
  }

  /// Before a row, or, `again`, before it is evaluated with more memory.
  void begin(bool again) {
    added_ = 0;
    if (!again) added_before_ = 0;
    if (again) fault = {};
  }

  /// There was no memory for a text.
  bool exhausted() const { return exhausted_; }

 private:
  using Cells = detail::GroupedCells<std::make_index_sequence<sizeof...(Types)>, Types...>;
  template <std::size_t I>
  using Cell = detail::GroupedCell<I, ColumnType<I, Output>>;

  /// A row as keys and accumulators see it.
  struct Row {
    Cells const& cells;
    std::int64_t place;

    template <std::size_t I>
    RF_INLINE bool valid() const {
      if constexpr (is_nullable<ColumnType<I, Output>>) {
        return static_cast<Cell<I> const&>(cells).valid;
      } else {
        return true;
      }
    }
    template <std::size_t I>
    RF_INLINE auto value() const {
      return static_cast<Cell<I> const&>(cells).value;
    }
    template <std::size_t I>
    RF_INLINE View text() const {
      return static_cast<Cell<I> const&>(cells).text;
    }
    RF_INLINE std::int64_t number() const { return place; }
  };

  template <std::size_t I>
  RF_INLINE Cell<I>& cell() {
    return cells_;
  }

  template <class... Pieces>
  RF_INLINE View put_together(std::size_t column, Pieces const&... pieces) {
    GrowingMemory& memory = scratch_[column];
    Written written = write_utf8(memory.data(), memory.data() + memory.bytes(), pieces...);
    if (RF_UNLIKELY(written.needed + View::padding > memory.bytes())) {
      if (written.needed > std::numeric_limits<std::int32_t>::max() || !memory.reserve(written.needed + View::padding)) {
        exhausted_ = true;
        return {};
      }
      written = write_utf8(memory.data(), memory.data() + memory.bytes(), pieces...);
    }
    return {memory.data(), static_cast<std::int32_t>(written.at - memory.data()), View::padded};
  }

  Cells cells_;
  GroupTable<Transform>* table_;
  GrowingMemory* scratch_;  ///< by column
  std::int64_t number_ = 0;
  std::int64_t added_ = 0;         ///< rows that this evaluation of a row has emitted
  std::int64_t added_before_ = 0;  ///< rows of this row that have been added
  bool exhausted_ = false;
};

}  // namespace rowfuse::cpu
