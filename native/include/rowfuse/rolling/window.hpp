#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// The rows that a row sees: `preceding` rows before it, `following` rows after it, and the row itself. `preceding` does not count the row
/// itself, as in SQL.
struct Window {
  std::int64_t preceding = 0;
  std::int64_t following = 0;
  /// If fewer rows have no null in any element column, every output column is null and the row function is not called.
  std::int64_t min_periods = 1;

  /// The number of rows in a window that neither end of the input cuts.
  RF_HD constexpr std::int64_t rows() const { return preceding + following + 1; }

  /// Row `row` of `length` sees the rows [begin, end).
  RF_HD constexpr std::int64_t begin(std::int64_t row) const { return row > preceding ? row - preceding : 0; }
  RF_HD constexpr std::int64_t end(std::int64_t row, std::int64_t length) const {
    return length - row - 1 > following ? row + following + 1 : length;
  }

  /// Returns the same windows over `length` rows, clamped so that sums of positions cannot overflow.
  RF_HD constexpr Window within(std::int64_t length) const {
    return {preceding < length ? preceding : length, following < length ? following : length, min_periods};
  }
};

}  // namespace rowfuse
