#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cuda/emit/staged_rows.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse::cuda {

namespace detail {

template <class Type, bool text = is_text<Type>>
struct EmittedSlot {
  typename Type::Storage value{};
  std::uint32_t value_bits = 0;  // Bool: bits of the rows in the current word
  std::uint32_t valid_bits = 0;
  std::int32_t nulls = 0;
  bool valid = false;
};
template <class Type>
struct EmittedSlot<Type, true> {
  char* begin = nullptr;   // start of the text of the thread's rows
  char* cursor = nullptr;
  char* end = nullptr;
  std::int32_t place = 0;  // the offset of `begin`
  std::uint32_t valid_bits = 0;
  std::int32_t nulls = 0;
  bool valid = false;
};

/// The slot is a member, not a base. A base whose first member is narrower than others can begin in the padding of the base before it, at
/// any byte. That is how nvcc 13.0 lays out device code, and memcheck reports misaligned reads of local memory. Host code is right.
template <std::size_t I, class Type>
struct EmittedColumn {
  EmittedSlot<Type> slot{};
};

template <class Indices, class... Types>
struct EmittedColumns;
template <std::size_t... I, class... Types>
struct EmittedColumns<std::index_sequence<I...>, Types...> : EmittedColumn<I, Types>... {};

}  // namespace detail

template <class Columns>
struct EmittingSink;

/// The sink of the fill pass of filters and expansions: writes the output rows of an input row to their places one after the other, and
/// nowhere else. Rows and text beyond what was counted are left out and set `overrun`. That happens if the borrowed input was changed.
///
/// Rows of several threads share the words of a bitmap. A thread collects the bits of its rows in a word, and ors them into zeroed memory
/// with one atomic operation.
template <class... Types>
struct EmittingSink<Schema<Types...>> {
  using Output = Schema<Types...>;

  OutputPack<Output::size> const& outputs;
  StagedRows<Output> const& staged;
  std::int32_t at;   // the next row
  std::int32_t end;  // one past the last row
  RowFault fault{};
  ArenaSlot arena{};  // has memory only if the transform builds strings
  bool overrun = false;
  detail::EmittedColumns<std::make_index_sequence<sizeof...(Types)>, Types...> columns{};

  template <std::size_t I>
  __device__ auto& slot() {
    return static_cast<detail::EmittedColumn<I, ColumnType<I, Output>>&>(columns).slot;
  }

  template <std::size_t I, class... Pieces>
  __device__ void text(Pieces const&... pieces) {
    auto& target = slot<I>();
    target.valid = true;
    if (copies(target, pieces...)) return;
    auto const room = target.end - target.cursor;
    Written const written = write_utf8(target.cursor, target.end, pieces...);
    overrun = overrun || written.needed > room;
    target.cursor = written.at;
  }

  template <std::size_t I>
  __device__ void value(typename ColumnType<I, Output>::Storage value) {
    slot<I>().value = value;
    slot<I>().valid = true;
  }

  template <std::size_t I>
  __device__ void absent() {
    if constexpr (!is_text<ColumnType<I, Output>>) slot<I>().value = {};  // the bytes under a null are always 0
    slot<I>().valid = false;
  }

  __device__ void emit() {
    if (at >= end) {
      overrun = true;
      return;
    }
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      auto const& column = outputs.columns[index];
      auto& target = slot<index>();
      if constexpr (is_text<Type>) {
        staged.template store<index>(at, target.place + static_cast<std::int32_t>(target.cursor - target.begin), column.offsets + 1);
      } else if constexpr (is_boolean<Type>) {
        target.value_bits |= std::uint32_t{target.value} << (at & 31);
      } else {
        staged.template store<index>(at, target.value, static_cast<typename Type::Storage*>(column.values));
      }
      if constexpr (is_nullable<Type>) {
        target.valid_bits |= std::uint32_t{target.valid} << (at & 31);
        target.nulls += target.valid ? 0 : 1;
      }
    });
    ++at;
    if ((at & 31) == 0) flush(at - 1);
  }

  /// Writes the last bits. Called after the thread's last row.
  __device__ void finish() {
    if ((at & 31) != 0) flush(at);
  }

  /// True if as many rows and bytes were written as were counted.
  __device__ bool exact() {
    bool exact = !overrun && at == end;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) exact = exact && slot<index>().cursor == slot<index>().end;
    });
    return exact;
  }

 private:
  /// Copies unchanged text, the usual case, in large pieces; other text is written byte by byte.
  template <class Slot>
  __device__ static bool copies(Slot& target, View const& text) {
    if ((text.flags & View::halves) != 0 || text.size > target.end - target.cursor) return false;
    rowfuse::detail::copy_pieces(target.cursor, text.data, text.size);
    target.cursor += text.size;
    return true;
  }
  template <class Slot, class... Pieces>
  __device__ static bool copies(Slot&, Pieces const&...) {
    return false;
  }

  __device__ void flush(std::int32_t row) {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      auto const& column = outputs.columns[index];
      auto& target = slot<index>();
      if constexpr (is_boolean<Type>) add(static_cast<std::uint32_t*>(column.values) + (row >> 5), target.value_bits);
      if constexpr (is_nullable<Type>) add(reinterpret_cast<std::uint32_t*>(column.validity) + (row >> 5), target.valid_bits);
    });
  }

  __device__ static void add(std::uint32_t* word, std::uint32_t& bits) {
    if (bits != 0) atomicOr(word, bits);
    bits = 0;
  }
};

}  // namespace rowfuse::cuda
