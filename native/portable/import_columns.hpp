#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "failure.hpp"

namespace rowfuse::portable {

/// The input columns of a transform, found in a struct array, and the scalars of its call.
struct Inputs {
  std::vector<arrow::InputColumn> columns;
  std::int64_t length = 0;
  std::vector<std::shared_ptr<void>> texts;  ///< of params, and of dictionaries that were spread out
};

/// Nothing is copied but params and the text of dictionaries. Buffers are taken at their word: the interface tells no sizes of them.
Failure import_columns(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch,
                       rowfuse_options const& options, Inputs& inputs);

}  // namespace rowfuse::portable
