#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "call_memory.hpp"

namespace rowfuse::portable {

/// The input columns of a transform, found in a struct array, and the scalars of its call.
struct Inputs {
  std::vector<arrow::InputColumn> columns;
  std::int64_t length = 0;
  CallMemory memory;

  arrow::InputColumn& column(std::int32_t place) { return columns[static_cast<std::size_t>(place)]; }
};

/// The counts of an earlier pass: for each row, the number of rows that came to a stage of a pipe before it.
struct Count {
  std::string name;  ///< of the column that takes the counts
  std::vector<double> rows_before;  ///< by row, and in total
};
using Counts = std::vector<Count>;

/// Imports at most `length` rows. Copies only params, the text of dictionaries, and 64-bit offsets. Trusts the buffers, because the
/// interface does not tell their sizes.
Failure import_columns(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch, rowfuse_options const& options,
                       std::int64_t length, Counts const& counts, Inputs& inputs);

}  // namespace rowfuse::portable
