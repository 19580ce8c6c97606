#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <rowfuse/cpu/tile/staged_tile.hpp>

namespace rowfuse::cpu {

/// Neighbouring rows of a tile that are all ASCII, or of which none is.
template <class Columns>
struct RowRun {
  StagedRows<Columns> rows;
  std::int32_t begin;
  std::int32_t end;
};

/// Calls `use(run, ascii)` for the runs of a staged tile, in order, until it returns false. `ascii` is a constant: there are two copies of
/// the row function, because in ASCII text every byte is one unit, and the walks over characters fold away.
///
/// With a choice per tile, one row in eight with an accented letter sent all of them down the general path: a count of words then took 5
/// times as long as over ASCII. A loop with both copies and a test per row keeps less in registers: a text function took 2.8 times as long
/// over ASCII.
template <class Columns, class Use>
void for_each_run(StagedRows<Columns> const& rows, bool all_ascii, Use const& use) {
  if constexpr (has_utf8<Columns>) {
    std::int32_t const count = rows.size();
    for (std::int32_t begin = 0; begin < count && !all_ascii;) {
      int const kind = rows.is_other[begin];
      auto const* const next =
          static_cast<std::uint8_t const*>(std::memchr(rows.is_other + begin, 1 - kind, static_cast<std::size_t>(count - begin)));
      std::int32_t const end = next == nullptr ? count : static_cast<std::int32_t>(next - rows.is_other);
      RowRun<Columns> const run{rows, begin, end};
      bool const goes_on = kind == 0 ? use(run, std::true_type{}) : use(run, std::false_type{});
      if (!goes_on) return;
      begin = end;
    }
    if (!all_ascii) return;
  }
  use(RowRun<Columns>{rows, 0, rows.size()}, std::true_type{});
}

}  // namespace rowfuse::cpu
