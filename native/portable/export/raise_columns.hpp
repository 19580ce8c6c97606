#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "array_parts.hpp"

namespace rowfuse::portable {

/// The output of a call.
struct Written {
  Registration const& transform;
  std::vector<arrow::OutputColumn> const& columns;
  std::vector<std::int64_t> const& null_counts;
  std::int64_t length;
  std::shared_ptr<void> memory;  ///< the memory of the columns
};

/// Makes the arrays of the output columns, with structs and lists reassembled. Returns false if the columns of a list do not agree. Native
/// code measures and writes each column by itself, so this means that the input was changed during the call.
bool raise_columns(Written const& written, Exported& columns);

}  // namespace rowfuse::portable
