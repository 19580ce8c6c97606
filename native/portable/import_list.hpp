#pragma once

#include <cstdint>

#include <rowfuse/binding.hpp>

#include "child.hpp"
#include "elements.hpp"
#include "failure.hpp"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// Those of a list that has as many rows as the batch, and the declared type.
Failure find_elements(Field const& field, Child const& list, std::int64_t length, Elements& elements);

/// Whether elements are of the declared type.
Failure check_elements(Field const& field, Child const& elements);

/// A list as the columns that backends read, of which `columns` is the first and says already which rows are there: the bytes of its
/// elements, row by row; of text, where each of them begins; and, where nulls may be among them, a byte each. Of lists in a list the
/// columns of all their elements come first, then where each of them begins. Offsets that are malformed stay so, at the same rows.
Failure lower_list(Child const& list, Elements const& elements, Field const& field, Inputs& inputs, arrow::InputColumn* columns);

}  // namespace rowfuse::portable
