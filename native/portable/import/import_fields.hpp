#pragma once

#include <vector>

#include "../column_tree.hpp"
#include "../failure.hpp"
#include "child.hpp"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// Imports the columns of a batch by name, with the fields of structs and of structs in lists at any depth. Nodes of which nothing is read
/// may be missing.
Failure import_fields(Registration const& transform, std::vector<ColumnNode> const& columns, Child const& batch, Inputs& inputs);

/// Finds a child of a struct by its name. `kind` and `around` describe it in errors.
Failure find_field(Child const& parent, std::string_view name, char const* kind, std::string_view around, Child& found);

}  // namespace rowfuse::portable
