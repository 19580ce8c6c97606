#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/groups/batch_text.hpp>
#include <rowfuse/cpu/groups/group_table.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse::cpu {

namespace detail {

/// The value that a row puts into a column.
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

}  // namespace detail

template <class Columns>
struct GroupedRow;

/// A row with the interface that keys and accumulators need.
template <class... Types>
struct GroupedRow<Schema<Types...>> {
  using Columns = Schema<Types...>;
  template <std::size_t I>
  using Cell = detail::GroupedCell<I, ColumnType<I, Columns>>;

  detail::GroupedCells<std::make_index_sequence<sizeof...(Types)>, Types...> cells;
  std::int64_t place = 0;  ///< in the order of rows

  template <std::size_t I>
  RF_INLINE Cell<I>& cell() {
    return cells;
  }
  template <std::size_t I>
  RF_INLINE bool valid() const {
    if constexpr (is_nullable<ColumnType<I, Columns>>) {
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

/// A batch of rows on the way to their groups. A row is read, looked up and added in a hundred steps, each of which waits for the one
/// before. In a loop over whole rows a processor has hardly begun the next row when it waits. As two loops the rows of each overlap: 24.5
/// ns per row of the billion-row format became 22. The memory of large tables is also prefetched for the whole batch: slots while rows are
/// read, then groups, then the text that groups refer to.
template <class Transform>
class GroupBatch {
 public:
  using Row = GroupedRow<typename Transform::Output>;
  using Keys = typename GroupOf<Transform>::Keys;

  explicit GroupBatch(GroupTable<Transform>& table) : table_{table} {}

  RF_INLINE void add(Row const& row) {
    Item& item = items_[count_];
    item.row = row;
    item.keys = Keys::of(row);
    item.tag = table_.tag_of(item.keys);
    table_.expect(item.tag);
    if (RF_UNLIKELY(++count_ == size)) flush();
  }

  /// The text that its rows compute.
  BatchText& text() { return text_; }

  /// Adds the rows to their groups. The text that they borrow must still exist.
  RF_NOINLINE void flush() {
    if (table_.is_large()) add_by_steps();
    else add_rows();
    count_ = 0;
    text_.clear();
  }

 private:
  RF_INLINE void add_rows() {
    for (std::int32_t i = 0; i < count_; ++i) {
      Item const& item = items_[i];
      table_.find(item.keys, item.tag).state.add(item.row, table_.memory());
    }
  }

  RF_INLINE void add_by_steps() {
    std::uint32_t numbers[size];
    for (std::int32_t i = 0; i < count_; ++i) numbers[i] = table_.expect_group(items_[i].tag);
    if constexpr (GroupTable<Transform>::refers_to_text) {
      for (std::int32_t i = 0; i < count_; ++i) table_.expect_text(numbers[i]);
    }
    for (std::int32_t i = 0; i < count_; ++i) {
      Item const& item = items_[i];
      table_.find_expected(item.keys, item.tag, numbers[i]).state.add(item.row, table_.memory());
    }
  }

  static constexpr std::int32_t size = 64;

  struct Item {
    Row row;
    Keys keys;
    std::uint32_t tag;
  };

  GroupTable<Transform>& table_;
  std::int32_t count_ = 0;
  Item items_[size];
  BatchText text_;
};

}  // namespace rowfuse::cpu
