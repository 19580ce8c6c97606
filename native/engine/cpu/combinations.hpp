#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpu_call.hpp"

namespace rowfuse::cpu {

/// Numbers the combinations of dictionary entries that the rows of a call have, if every column that is read is dictionary-encoded. Null
/// counts as one more entry. Rows of one combination have the same result.
class Combinations {
 public:
  /// The number of a row whose index has no entry.
  static constexpr std::int32_t malformed = -1;

  Combinations(arrow::Layout const& layout, std::vector<arrow::InputColumn> const& inputs);

  /// Returns the number of possible combinations; 0 if a column that is read has no dictionary, or if there are more than 2^31 - 2.
  std::int64_t count() const { return count_; }

  /// Writes the combination of each row of a range.
  void number(TileRange range, std::int32_t* numbers) const;

 private:
  std::vector<arrow::InputColumn const*> columns_;
  std::int64_t count_ = 1;
};

/// Finds the first row of every combination. `mark` takes `count() + 1` int32: for each combination its lowest row, or -1, and at the end
/// the lowest row with a malformed index.
std::unique_ptr<Call> make_first_rows_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                           CallOptions options);

/// The result of one row for each combination.
struct Representatives {
  std::int32_t const* ranks = nullptr;          ///< by combination: its row in `columns`, or -1 if no row has it
  std::vector<arrow::OutputColumn> columns;     ///< finished output columns
  std::int64_t length = 0;
};

/// Expands the results of combinations to all rows: `measure` adds up their text, `fill` copies.
std::unique_ptr<Call> make_gather_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                       Representatives representatives, CallOptions options);

}  // namespace rowfuse::cpu
