#pragma once

#include "../failure.hpp"
#include "import_values.hpp"
#include "level.hpp"

namespace rowfuse::portable {

/// A list as the columns that backends read, of which the first says already which rows are there: the bytes of its
/// elements, row by row; of text, where each of them begins; and, where nulls may be among them, a byte each. Of lists in a list the
/// columns of all their elements come first, then where each of them begins. Offsets that are malformed stay so, at the same rows.
Failure lower_list(Levels const& levels, Target const& target);

}  // namespace rowfuse::portable
