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

/// What a pass before the call has counted: how many rows came to a stage of a pipe before those of each row.
struct Count {
  std::string name;  ///< of the column that tells it
  std::vector<double> rows_before;  ///< by row, and of all of them
};
using Counts = std::vector<Count>;

/// At most `length` rows. Nothing is copied but params, the text of dictionaries, and offsets of 64 bits. Buffers are taken at their word: the interface tells no sizes of them.
Failure import_columns(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch, rowfuse_options const& options,
                       std::int64_t length, Counts const& counts, Inputs& inputs);

}  // namespace rowfuse::portable
