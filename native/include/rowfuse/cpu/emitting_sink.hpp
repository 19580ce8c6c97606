#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse::cpu {

namespace detail {

/// The destination of an output column's rows. The pointers are held by value, so that a row loop keeps them in registers. Memory that
/// grows updates them, and no code holds the address of the sink.
template <std::size_t I, class Type, bool text = is_text<Type>>
struct EmittedSlot {
  typename Type::Storage* values = nullptr;
  std::uint8_t* present = nullptr;
  std::int64_t null_count = 0;
};
template <std::size_t I, class Type>
struct EmittedSlot<I, Type, true> {
  char* text = nullptr;
  char* cursor = nullptr;
  char* end = nullptr;
  std::int32_t* ends = nullptr;
  std::uint8_t* present = nullptr;
  std::int64_t null_count = 0;
};

template <class Indices, class... Types>
struct EmittedSlots;
template <std::size_t... I, class... Types>
struct EmittedSlots<std::index_sequence<I...>, Types...> : EmittedSlot<I, Types>... {};

}  // namespace detail

template <class Columns>
struct EmittingSink;

/// The sink of a tile of a filter or an expansion. Values are written behind the emitted rows, and become a row when `emit` is called.
template <class... Types>
struct EmittingSink<Schema<Types...>> {
  using Output = Schema<Types...>;

  /// The state of the sink between two rows.
  struct Mark {
    std::int64_t rows;
    std::int64_t bytes[Output::size + 1];
    std::int64_t null_counts[Output::size + 1];
  };

  RowFault fault;
  ArenaSlot arena;  // has memory only if the transform builds strings
  std::int64_t rows = 0;
  std::int64_t capacity = 0;  // in rows
  bool full = false;          // too large, or no memory: everything after that is undefined, and no further row is evaluated
  EmitTile* tile;
  detail::EmittedSlots<std::make_index_sequence<sizeof...(Types)>, Types...> slots;

  /// Has room for `first_rows` rows, unless it is `full`.
  EmittingSink(EmitTile& of_tile, std::int64_t first_rows) : tile{&of_tile} {
    full = !reserve_rows(*tile, first_rows);
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        full = full || !tile->columns[index].values.reserve(first_rows * 8 + View::padding);
      }
    });
    tile->exhausted = tile->exhausted || full;
    capacity = first_rows;
    take_rows();
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        auto& target = slot<index>();
        target.text = tile->columns[index].values.data();
        target.cursor = target.text;
        target.end = target.text + tile->columns[index].values.bytes();
      }
    });
  }

  template <std::size_t I>
  RF_INLINE auto& slot() {
    return static_cast<detail::EmittedSlot<I, ColumnType<I, Output>>&>(slots);
  }

  template <std::size_t I, class... Pieces>
  void text(Pieces const&... pieces) {
    auto& target = slot<I>();
    std::int64_t const room = target.end - target.cursor;
    Written const written = write_utf8(target.cursor, target.end, pieces...);
    if (written.needed > room) [[unlikely]] {
      std::int64_t const used = target.cursor - target.text;
      if (!reserve_text(*tile, I, used + written.needed)) {
        full = true;
        target.cursor = target.text;
      } else {
        target.text = tile->columns[I].values.data();
        target.end = target.text + tile->columns[I].values.bytes();
        target.cursor = write_utf8(target.text + used, target.end, pieces...).at;
      }
    } else {
      target.cursor = written.at;
    }
    if constexpr (is_nullable<ColumnType<I, Output>>) target.present[rows] = 1;
  }

  template <std::size_t I>
  void value(typename ColumnType<I, Output>::Storage value) {
    slot<I>().values[rows] = value;
    if constexpr (is_nullable<ColumnType<I, Output>>) slot<I>().present[rows] = 1;
  }

  template <std::size_t I>
  void absent() {
    auto& target = slot<I>();
    if constexpr (!is_text<ColumnType<I, Output>>) target.values[rows] = {};  // the bytes under a null are always 0
    target.present[rows] = 0;
    ++target.null_count;
  }

  void emit() {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        auto& target = slot<index>();
        target.ends[rows] = static_cast<std::int32_t>(target.cursor - target.text);
      }
    });
    ++rows;
    // There is always room for the next row.
    if (rows == capacity) [[unlikely]]
      grow();
  }

  Mark mark() {
    Mark at{rows, {}, {}};
    for_each_column<Output>([&](auto index) {
      auto const& target = slot<index>();
      if constexpr (is_text<ColumnType<index, Output>>) at.bytes[index] = target.cursor - target.text;
      at.null_counts[index] = target.null_count;
    });
    return at;
  }

  /// Discards the rows since then.
  void rewind(Mark const& at) {
    rows = at.rows;
    for_each_column<Output>([&](auto index) {
      auto& target = slot<index>();
      if constexpr (is_text<ColumnType<index, Output>>) target.cursor = target.text + at.bytes[index];
      target.null_count = at.null_counts[index];
    });
  }

  /// Stores the counts and sizes in the tile.
  void conclude() {
    tile->rows = rows;
    for_each_column<Output>([&](auto index) {
      auto const& target = slot<index>();
      if constexpr (is_text<ColumnType<index, Output>>) {
        tile->columns[index].bytes = target.cursor - target.text;
        tile->too_large = tile->too_large || tile->columns[index].bytes > tile->most_bytes;
      }
      tile->columns[index].null_count = target.null_count;
    });
    tile->too_large = tile->too_large || rows > tile->most_rows;
  }

 private:
  void grow() {
    if (full) {
      rows = 0;
      return;
    }
    std::int64_t const more = capacity + capacity / 2;
    bool const reserved = rows <= tile->most_rows && reserve_rows(*tile, more);
    // Without room for all columns, too: the memory of some may have moved.
    take_rows();
    if (reserved) {
      capacity = more;
      return;
    }
    tile->too_large = tile->too_large || rows > tile->most_rows;
    full = true;
    rows = 0;  // the rest of the row overwrites the existing memory
  }

  void take_rows() {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      EmittedColumn const& column = tile->columns[index];
      auto& target = slot<index>();
      if constexpr (is_text<Type>) {
        target.ends = reinterpret_cast<std::int32_t*>(column.ends.data());
      } else {
        target.values = reinterpret_cast<typename Type::Storage*>(column.values.data());
      }
      target.present = reinterpret_cast<std::uint8_t*>(column.present.data());
    });
  }

  RF_NOINLINE static bool reserve_rows(EmitTile& tile, std::int64_t rows) {
    bool reserved = true;
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      EmittedColumn& column = tile.columns[index];
      // A few bytes more, so that eight flags can be read at once.
      if constexpr (is_text<Type>) {
        reserved = reserved && column.ends.reserve(rows * std::int64_t{sizeof(std::int32_t)});
      } else {
        reserved = reserved && column.values.reserve(rows * std::int64_t{sizeof(typename Type::Storage)} + 8);
      }
      if constexpr (is_nullable<Type>) reserved = reserved && column.present.reserve(rows + 8);
    });
    tile.exhausted = tile.exhausted || !reserved;
    return reserved;
  }

  RF_NOINLINE static bool reserve_text(EmitTile& tile, std::size_t column, std::int64_t bytes) {
    if (bytes > tile.most_bytes) {
      tile.too_large = true;
      return false;
    }
    bool const reserved = tile.columns[column].values.reserve(std::min(2 * bytes, tile.most_bytes) + View::padding);
    tile.exhausted = tile.exhausted || !reserved;
    return reserved;
  }
};

}  // namespace rowfuse::cpu
