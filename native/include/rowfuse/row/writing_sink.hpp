#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse {

namespace detail {

/// The place of a row's value: [cursor, end) for a text value, as the sizes pass measured it; for a value of fixed width a register, which
/// the tile's owner stores.
template <std::size_t I, class Type, bool text = is_text<Type>>
struct Slot {
  typename Type::Storage value{};
  bool valid = false;
};
template <std::size_t I, class Type>
struct Slot<I, Type, true> {
  char* cursor = nullptr;
  char* end = nullptr;
  bool valid = false;
};

template <class Indices, class... Types>
struct Slots;
template <std::size_t... I, class... Types>
struct Slots<std::index_sequence<I...>, Types...> : Slot<I, Types>... {};

}  // namespace detail

template <class Columns>
struct WritingSink;

/// The text columns in which a value did not fit: on the host a bit per column, column 32 again in bit 0. Kernels only tell if there is one.
#if defined(RF_DEVICE_PASS)
using Overrun = bool;
#else
using Overrun = std::uint32_t;
#endif

/// The sink of the fill pass. It cannot leave its slot: a text value that no longer fits is cut off and noted in `overrun`. That
/// happens if the size of the text was not known, or if the borrowed input was changed after it was measured.
template <class... Types>
struct WritingSink<Schema<Types...>> {
  using Output = Schema<Types...>;

  RowFault fault;
  ArenaSlot arena;  // has memory only if the transform builds strings
  Overrun overrun{};
  detail::Slots<std::make_index_sequence<sizeof...(Types)>, Types...> slots;

  template <std::size_t I>
  RF_HD auto& slot() {
    return static_cast<detail::Slot<I, ColumnType<I, Output>>&>(slots);
  }

  template <std::size_t I, class... Pieces>
  RF_HD void text(Pieces const&... pieces) {
    auto& target = slot<I>();
    auto const room = target.end - target.cursor;
    Written const written = write_utf8(target.cursor, target.end, pieces...);
    // Kernels keep the form that was measured: `|=` compiles to other code.
    if constexpr (std::is_same_v<Overrun, bool>) overrun = overrun || written.needed > room;
    else if (written.needed > room) overrun |= std::uint32_t{1} << (I % 32);
    target.cursor = written.at;
    target.valid = true;
  }

  template <std::size_t I>
  RF_HD void value(typename ColumnType<I, Output>::Storage value) {
    slot<I>().value = value;
    slot<I>().valid = true;
  }

  /// The places at which the text of a row begins.
  struct Mark {
    char* cursors[Output::size + 1];
  };
  Mark mark() {
    Mark mark;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) mark.cursors[index] = slot<index>().cursor;
    });
    return mark;
  }
  /// Discards what a row has put since the mark, and its fault.
  void rewind(Mark const& mark) {
    fault = {};
    overrun = {};
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) slot<index>().cursor = mark.cursors[index];
    });
  }

  template <std::size_t I>
  RF_HD void absent() {
    if constexpr (!is_text<ColumnType<I, Output>>) slot<I>().value = {};  // the bytes under a null are always 0
    slot<I>().valid = false;
  }
};

}  // namespace rowfuse
