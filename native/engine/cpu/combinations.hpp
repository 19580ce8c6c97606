#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cpu_call.hpp"

namespace rowfuse::cpu {

/// What the rows of a call are, where every column that is read has a dictionary: numbers of combinations of entries, null
/// being one more of them. Rows of one combination have one result.
class Combinations {
 public:
  /// A row whose index has no entry.
  static constexpr std::int32_t malformed = -1;

  Combinations(arrow::Layout const& layout, std::vector<arrow::InputColumn> const& inputs);

  /// How many there can be; 0 where a column that is read has no dictionary, or there are more than 2^31 - 2.
  std::int64_t count() const { return count_; }

  /// The combination of each row of a range.
  void number(TileRange range, std::int32_t* numbers) const;

 private:
  std::vector<arrow::InputColumn const*> columns_;
  std::int64_t count_ = 1;
};

/// Finds the first row of every combination. `mark` takes `count() + 1` int32: for each the lowest row that has it, or -1, and
/// last the lowest row with a malformed index.
std::unique_ptr<Call> make_first_rows_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                           CallOptions options);

/// The result of one row for each combination.
struct Representatives {
  std::int32_t const* ranks = nullptr;          ///< by combination: its row in `columns`, or -1 where none has it
  std::vector<arrow::OutputColumn> columns;     ///< finished output columns
  std::int64_t length = 0;
};

/// The results of all rows out of those of their combinations: `measure` adds up their text, `fill` copies.
std::unique_ptr<Call> make_gather_call(Entry const& entry, std::vector<arrow::InputColumn> inputs, std::int64_t length,
                                       Representatives representatives, CallOptions options);

}  // namespace rowfuse::cpu
