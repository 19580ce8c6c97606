#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/groups/group_batch.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/row/text_of_columns.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse::cpu {

namespace detail {

/// Returns the piece that is the whole string, or a view of null if there is none.
template <int N>
RF_INLINE View whole_piece(Rope<N> const& rope) {
  auto const size = static_cast<std::int32_t>(rowfuse::detail::plain_size(rope));
  View whole;
  for (View const& piece : rope.pieces) {
    if (piece.size == size) whole = piece;
  }
  return whole;
}

}  // namespace detail

template <class Transform, class Columns = typename Transform::Output>
class GroupingSink;

/// The sink of rows that are grouped: holds the values that a row puts, and adds them to its group. Text is borrowed if it is one piece
/// that exists until the end of the tile. Otherwise it is copied into one piece in the memory of the batch. If there is no room, it is
/// copied elsewhere, and the batch is added to its groups at once.
template <class Transform, class... Types>
class GroupingSink<Transform, Schema<Types...>> {
 public:
  using Output = Schema<Types...>;

  RowFault fault;
  ArenaSlot arena;  // has memory only if the transform builds strings

  GroupingSink(GroupBatch<Transform>& batch, GrowingMemory* scratch) : batch_{&batch}, scratch_{scratch} {}

  /// Sets the number of the next rows in the order of all rows.
  void number_rows(std::int64_t number) { row_.place = number; }

  template <std::size_t I, class... Pieces>
  void text(Pieces const&... pieces) {
    auto& cell = row_.template cell<I>();
    cell.valid = true;
    if constexpr (sizeof...(Pieces) == 1 && (std::is_same_v<Pieces, View> && ...) && puts_text_of_columns<Transform>()) {
      View const& whole = (pieces, ...);
      if (RF_LIKELY(whole.plain())) {
        cell.text = whole;
        return;
      }
    }
    if constexpr (sizeof...(Pieces) == 1 && (is_rope<Pieces> && ...) && puts_text_of_columns<Transform>()) {
      View const whole = (detail::whole_piece(pieces), ...);
      if (RF_LIKELY(whole.data != nullptr && whole.plain())) {
        cell.text = whole;
        return;
      }
    }
    cell.text = put_together(I, pieces...);
  }

  template <std::size_t I>
  void value(typename ColumnType<I, Output>::Storage value) {
    row_.template cell<I>().value = value;
    row_.template cell<I>().valid = true;
  }

  template <std::size_t I>
  void absent() {
    row_.template cell<I>().valid = false;
  }

  /// Adds the values put so far to their group. A row that is evaluated again skips the rows that it has already added.
  void emit() {
    if (fault || arena.outgrown) return;
    if (added_ == added_before_) {
      add();
      ++added_before_;
    }
    ++added_;
  }

  RF_INLINE void add() {
    batch_->add(row_);
    if constexpr (puts_text) {
      if (RF_UNLIKELY(is_put_elsewhere_)) batch_->flush();
      is_put_elsewhere_ = false;
    }
  }

  /// Called before a row, and with `again` before it is evaluated with more memory.
  void begin(bool again) {
    added_ = 0;
    if (!again) added_before_ = 0;
    if (again) fault = {};
  }

  /// True if there was no memory for a text.
  bool exhausted() const { return exhausted_; }

 private:
  static constexpr bool puts_text = (is_text<Types> || ... || false);
  /// An empty text with the padding that all others have, so that no test for it is needed.
  static constexpr char nothing[View::padding] = {};

  template <class... Pieces>
  RF_INLINE View put_together(std::size_t column, Pieces const&... pieces) {
    View text;
    if (RF_LIKELY(batch_->text().write(text, pieces...))) return text;
    return put_elsewhere(column, pieces...);
  }

  /// Passed by value, so that the callers' views stay in registers.
  template <class... Pieces>
  RF_NOINLINE View put_elsewhere(std::size_t column, Pieces... pieces) {
    is_put_elsewhere_ = true;
    GrowingMemory& memory = scratch_[column];
    Written written = write_utf8(memory.data(), memory.data() + memory.bytes(), pieces...);
    if (RF_UNLIKELY(written.needed + View::padding > memory.bytes())) {
      if (written.needed > std::numeric_limits<std::int32_t>::max() || !memory.reserve(written.needed + View::padding)) {
        exhausted_ = true;
        return {nothing, 0, View::padded};
      }
      written = write_utf8(memory.data(), memory.data() + memory.bytes(), pieces...);
    }
    return {memory.data(), static_cast<std::int32_t>(written.at - memory.data()), View::padded};
  }

  GroupedRow<Output> row_;
  GroupBatch<Transform>* batch_;
  GrowingMemory* scratch_;  ///< by column
  bool is_put_elsewhere_ = false;
  std::int64_t added_ = 0;         ///< rows emitted by the current evaluation of a row
  std::int64_t added_before_ = 0;  ///< output rows of this row that have been added
  bool exhausted_ = false;
};

}  // namespace rowfuse::cpu
