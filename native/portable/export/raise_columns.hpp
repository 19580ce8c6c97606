#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "array_parts.hpp"

namespace rowfuse::portable {

/// What a call has written.
struct Written {
  Registration const& transform;
  std::vector<arrow::OutputColumn> const& columns;
  std::vector<std::int64_t> const& null_counts;
  std::int64_t length;
  std::shared_ptr<void> memory;  ///< where the columns lie
};

/// The arrays of its columns, structs and lists put together. False where the columns of a list do not agree: native code measures and
/// writes each by itself, and somebody has written to the input meanwhile.
bool raise_columns(Written const& written, Exported& columns);

}  // namespace rowfuse::portable
