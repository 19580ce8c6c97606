#include "import_columns.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../column_tree.hpp"
#include "../formats.hpp"
#include "child.hpp"
#include "import_fields.hpp"
#include "import_params.hpp"

namespace rowfuse::portable {

namespace {

/// Sets a column to the counts of earlier passes.
void import_counts(std::string_view name, Counts const& counts, arrow::InputColumn& column) {
  for (Count const& count : counts) {
    if (name != count.name) continue;
    column.values = count.rows_before.data();
    column.values_bytes = static_cast<std::int64_t>(count.rows_before.size() * sizeof(double));
  }
}

/// Returns the columns that the batch must have.
std::vector<std::int32_t> columns_of_batch(Registration const& transform) {
  std::vector<std::int32_t> places;
  arrow::Layout const& layout = transform.cpu.layout;
  for (std::int32_t i = 0; i < layout.input_count; i += columns_of(transform.fields.inputs[i])) {
    Field const& field = transform.fields.inputs[i];
    if (field.name != nullptr && field.format != nullptr && layout.inputs[i].scalar == arrow::TypeId::none) places.push_back(i);
  }
  return places;
}

}  // namespace

Failure import_columns(Registration const& transform, ArrowSchema const& schema, ArrowArray const& batch, rowfuse_options const& options,
                       std::int64_t length, Counts const& counts, Inputs& inputs) {
  if (Failure failure = check_struct(schema, batch, "the batch")) return failure;
  if (batch.length > std::numeric_limits<std::int32_t>::max()) {
    return schema_failure("the batch has " + std::to_string(batch.length) + " rows, more than 2147483647. Pass it in pieces.");
  }
  arrow::Layout const& layout = transform.cpu.layout;
  inputs.length = std::min(batch.length, length);
  inputs.columns.resize(static_cast<std::size_t>(layout.input_count));
  auto const tree = column_tree(transform.fields.inputs, columns_of_batch(transform));
  if (Failure failure = import_fields(transform, tree, {&schema, &batch, batch.offset, batch.length}, inputs)) return failure;
  for (std::int32_t i = 0; i < layout.input_count; ++i) {
    Field const& field = transform.fields.inputs[i];
    if (field.name == nullptr) {
      inputs.column(i).values_begin = options.first_row;
    } else if (field.format == nullptr) {
      import_counts(field.name, counts, inputs.column(i));
    } else if (layout.inputs[i].scalar != arrow::TypeId::none) {
      if (Failure failure = import_param(transform, i, options, inputs)) return failure;
    }
  }
  return {};
}

}  // namespace rowfuse::portable
