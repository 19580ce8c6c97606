#pragma once

#include <rowfuse/binding.hpp>

#include "elements.hpp"
#include "failure.hpp"
#include "formats.hpp"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// Elements that are text of a dictionary, or text or bytes with 64-bit offsets, at any depth of lists, as such with 32-bit offsets, at
/// the same places. Those of the range alone are converted: no row has others. The rest stays as it is.
Failure make_plain(Field const& field, ElementFormat const& element, Range range, Inputs& inputs, Elements& elements);

}  // namespace rowfuse::portable
