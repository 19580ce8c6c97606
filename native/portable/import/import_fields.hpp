#pragma once

#include <vector>

#include "../column_tree.hpp"
#include "../failure.hpp"
#include "child.hpp"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// The columns of a batch, by their names, with the fields of structs and of structs in lists at any depth: nodes that nothing is read of
/// need not be there.
Failure import_fields(Registration const& transform, std::vector<ColumnNode> const& columns, Child const& batch, Inputs& inputs);

/// A child of a struct by its name. `kind` and `around` say what it is, and of what, for errors.
Failure find_field(Child const& parent, std::string_view name, char const* kind, std::string_view around, Child& found);

}  // namespace rowfuse::portable
