#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// Which rows a row sees: so many before it and after it, and itself. `preceding` does not count the row itself, as in SQL.
struct Window {
  std::int64_t preceding = 0;
  std::int64_t following = 0;
  /// With fewer rows in which no element column is null, every output column is null and the row function is not called.
  std::int64_t min_periods = 1;

  /// The rows of a window that neither end of the input cuts.
  RF_HD constexpr std::int64_t rows() const { return preceding + following + 1; }

  /// Row `row` of `length` sees the rows [begin, end).
  RF_HD constexpr std::int64_t begin(std::int64_t row) const { return row > preceding ? row - preceding : 0; }
  RF_HD constexpr std::int64_t end(std::int64_t row, std::int64_t length) const {
    return length - row - 1 > following ? row + following + 1 : length;
  }

  /// The same windows over `length` rows, with sums of positions that cannot overflow.
  RF_HD constexpr Window within(std::int64_t length) const {
    return {preceding < length ? preceding : length, following < length ? following : length, min_periods};
  }
};

}  // namespace rowfuse
