#pragma once

#include "../failure.hpp"
#include "import_values.hpp"
#include "level.hpp"

namespace rowfuse::portable {

/// Lowers a list to the columns that backends read; the first of them already says which rows are present. The columns are the bytes of its
/// elements, row by row; for text, where each element begins; and, if there may be nulls, one byte per element. For a list of lists, the
/// columns of all inner elements come first, then where each inner list begins. Malformed offsets stay malformed, at the same rows.
Failure lower_list(Levels const& levels, Target const& target);

}  // namespace rowfuse::portable
