#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/cuda/staged_rows.cuh>
#include <rowfuse/cuda/warp_copy.cuh>
#include <rowfuse/row/arena_slot.hpp>
#include <rowfuse/row/fault.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/write.hpp>

namespace rowfuse::cuda {

namespace detail {

template <class Type, bool text = is_text<Type>>
struct EmittedSlot {
  typename Type::Storage value{};
  std::uint32_t value_bits = 0;  // Bool: of the rows in the word that is being filled
  std::uint32_t valid_bits = 0;
  std::int32_t nulls = 0;
  bool valid = false;
};
template <class Type>
struct EmittedSlot<Type, true> {
  char* begin = nullptr;   // of the text of the thread's rows
  char* cursor = nullptr;
  char* end = nullptr;
  std::int32_t place = 0;  // the offset of `begin`
  char const* whole = nullptr;  // what the warp is to copy to `begin`
  std::uint32_t valid_bits = 0;
  std::int32_t nulls = 0;
  bool valid = false;
};

/// The slot is a member, and no base itself: in device code nvcc 13.0 lets a base whose first member is narrower than others begin
/// in the padding of the base before, at any byte (memcheck: misaligned reads of local memory; host code has it right).
template <std::size_t I, class Type>
struct EmittedColumn {
  EmittedSlot<Type> slot{};
};

template <class Indices, class... Types>
struct EmittedColumns;
template <std::size_t... I, class... Types>
struct EmittedColumns<std::index_sequence<I...>, Types...> : EmittedColumn<I, Types>... {};

}  // namespace detail

/// `shares`: a row becomes one at most, and what it takes from columns is still there after all lanes' rows.
template <class Columns, bool shares>
struct EmittingSink;

/// The sink of the fill pass where rows come and go: the rows that an input row becomes go to their places one after the other.
/// It cannot leave them: rows and text beyond what was counted (the borrowed input was changed) are left out, and `overrun` tells.
///
/// Rows of several threads share the words of a bitmap. A thread collects its rows' bits of a word, and adds them by one atomic
/// operation: to memory that was zero before.
///
/// Text that is copied as it is, and is not short, is left to the warp where that is possible: a lane by itself takes as many steps as
/// the text has bytes, with all others waiting (a filter of 10M rows of 65 bytes on an H100: 1.4 ms instead of 1.0).
template <class... Types, bool shares>
struct EmittingSink<Schema<Types...>, shares> {
  using Output = Schema<Types...>;

  OutputPack<Output::size> const& outputs;
  StagedRows<Output> const& staged;
  std::int32_t at;   // the next row
  std::int32_t end;  // behind the last
  RowFault fault{};
  ArenaSlot arena{};  // without memory, but for transforms that build strings
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
    if (leaves_to_warp(target, pieces...)) return;
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
        std::int32_t* const entry = staged.template entry<index, std::int32_t>(at);
        *(entry != nullptr ? entry : column.offsets + at + 1) = target.place + static_cast<std::int32_t>(target.cursor - target.begin);
      } else if constexpr (is_boolean<Type>) {
        target.value_bits |= std::uint32_t{target.value} << (at & 31);
      } else {
        using Storage = typename Type::Storage;
        Storage* const entry = staged.template entry<index, Storage>(at);
        *(entry != nullptr ? entry : static_cast<Storage*>(column.values) + at) = target.value;
      }
      if constexpr (is_nullable<Type>) {
        target.valid_bits |= std::uint32_t{target.valid} << (at & 31);
        target.nulls += target.valid ? 0 : 1;
      }
    });
    ++at;
    if ((at & 31) == 0) flush(at - 1);
  }

  /// After the thread's last row. All lanes.
  __device__ void finish() {
    if ((at & 31) != 0) flush(at);
    if constexpr (shares) {
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          auto const& target = slot<index>();
          copy_of_lanes(target.begin, target.whole, static_cast<std::int32_t>(target.cursor - target.begin));
        }
      });
    }
  }

  /// Whether everything that was counted came.
  __device__ bool exact() {
    bool exact = !overrun && at == end;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) exact = exact && slot<index>().cursor == slot<index>().end;
    });
    return exact;
  }

 private:
  /// Text that fits in where a lane takes more steps than the warp would.
  static constexpr std::int32_t longest_by_lane = 32;

  template <class Slot>
  __device__ static bool leaves_to_warp([[maybe_unused]] Slot& target, [[maybe_unused]] View const& text) {
    if constexpr (shares) {
      bool const leaves = text.size > longest_by_lane && text.size <= target.end - target.begin && target.cursor == target.begin &&
                          (text.flags & View::halves) == 0 && __isGlobal(text.data) != 0;
      if (!leaves) return false;
      target.whole = text.data;
      target.cursor = target.begin + text.size;
      return true;
    } else {
      return false;
    }
  }
  template <class Slot, class... Pieces>
  __device__ static bool leaves_to_warp(Slot&, Pieces const&...) {
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
