#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse {

/// The sink of the sizes pass: adds up the UTF-8 bytes of every text column and writes nothing.
template <class Columns>
struct CountingSink {
  using Output = Columns;

  RowFault fault;
  ArenaSlot arena;  // has memory only if the transform builds strings
  std::int64_t bytes[Columns::size + 1] = {};  // by output column; stays 0 for other types

  template <std::size_t I, class... Pieces>
  RF_HD void text(Pieces const&... pieces) {
    bytes[I] += utf8_size(pieces...);
  }

  template <std::size_t I>
  RF_HD void value(typename ColumnType<I, Columns>::Storage) {}

  template <std::size_t I>
  RF_HD void absent() {}
};

}  // namespace rowfuse
