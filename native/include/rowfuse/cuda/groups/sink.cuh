#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cuda/groups/table.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse::cuda {

namespace detail {

template <class Type, bool text = is_text<Type>>
struct GroupedSlot {
  typename Type::Storage value{};
  bool valid = false;
};
template <class Type>
struct GroupedSlot<Type, true> {
  View text{};
  bool valid = false;
};

/// The slot is a member: see EmittedColumn.
template <std::size_t I, class Type>
struct GroupedColumn {
  GroupedSlot<Type> slot{};
};

template <class Indices, class... Types>
struct GroupedColumns;
template <std::size_t... I, class... Types>
struct GroupedColumns<std::index_sequence<I...>, Types...> : GroupedColumn<I, Types>... {};

}  // namespace detail

template <class Columns, class Rows, arrow::Rows makes, bool borrows>
struct GroupSink;

/// The sink of rows that are grouped. It holds a row until `rows.add` takes it; in an expansion it calls `rows.add` itself. Text of one piece
/// is not copied if `borrows` promises that it outlives the evaluation. All other text goes to the launch's scratch memory.
template <class... Types, class Rows, arrow::Rows makes, bool borrows>
struct GroupSink<Schema<Types...>, Rows, makes, borrows> {
  using Output = Schema<Types...>;

  /// Rows of an expansion are counted in batches of this size. Each thread may exceed the room by one batch.
  static constexpr std::uint32_t counted_together = 1024;

  Rows const& rows;
  RowFault fault{};
  ArenaSlot arena{};  // has no memory: transforms that build strings are not grouped on the device
  std::uint32_t made = makes == arrow::Rows::one ? 1 : 0;  ///< output rows of the input row so far
  std::uint32_t taken = 0;   ///< output rows that an earlier launch has added
  bool no_room = false;      ///< for all output rows: the input row is left for the next launch, from row `made` on
  std::int64_t place = 0;    ///< in the order of all rows
  detail::GroupedColumns<std::make_index_sequence<sizeof...(Types)>, Types...> columns{};

  template <std::size_t I>
  __device__ __forceinline__ bool valid() const {
    return !is_nullable<ColumnType<I, Output>> || slot<I>().valid;
  }
  template <std::size_t I>
  __device__ __forceinline__ auto value() const {
    return slot<I>().value;
  }
  template <std::size_t I>
  __device__ __forceinline__ View text() const {
    return slot<I>().text;
  }

  __device__ __forceinline__ std::int64_t number() const { return place; }

  template <std::size_t I, class... Pieces>
  __device__ __forceinline__ void text(Pieces const&... pieces) {
    auto& target = slot<I>();
    target.valid = true;
    if constexpr (borrows && sizeof...(Pieces) == 1 && (std::is_same_v<Pieces, View> && ...)) {
      if ((... || ((pieces.flags & View::halves) == 0))) {
        target.text = View((..., pieces).data, (..., pieces).size, (..., pieces).flags & View::padded);
        return;
      }
    }
    compute(target.text, pieces...);
  }
  template <std::size_t I>
  __device__ __forceinline__ void value(typename ColumnType<I, Output>::Storage value) {
    slot<I>().value = value;
    slot<I>().valid = true;
  }
  template <std::size_t I>
  __device__ __forceinline__ void absent() {
    slot<I>().valid = false;
  }

  /// For filters and expansions. The single row of a filter is added when all lanes have theirs.
  __device__ __forceinline__ void emit() {
    if constexpr (makes == arrow::Rows::at_most_one) {
      made = 1;
      return;
    }
    if (fault || no_room) return;
    if (made >= taken && !rows.add(*this)) {
      no_room = true;
      return;
    }
    ++made;
    if (made % counted_together == 0 && made > taken) no_room = !rows.table.count_added(counted_together);
  }

 private:
  template <std::size_t I>
  __device__ __forceinline__ auto& slot() {
    return static_cast<detail::GroupedColumn<I, ColumnType<I, Output>>&>(columns).slot;
  }
  template <std::size_t I>
  __device__ __forceinline__ auto const& slot() const {
    return static_cast<detail::GroupedColumn<I, ColumnType<I, Output>> const&>(columns).slot;
  }

  template <class... Pieces>
  __device__ void compute(View& text, Pieces const&... pieces) {
    std::int64_t const size = utf8_size(pieces...);
    // Whole words, because readers read whole words.
    char* const memory = rows.table.take_scratch(static_cast<std::uint64_t>(size + 3) / 4 * 4);
    if (memory == nullptr) {
      no_room = true;
      text = {};
      return;
    }
    write_utf8(memory, memory + size, pieces...);
    text = View(memory, static_cast<std::int32_t>(size));
  }
};

}  // namespace rowfuse::cuda
