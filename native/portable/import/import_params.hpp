#pragma once

#include <cstdint>

#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "../rowfuse.h"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// What the call passes for a param, in the form of a scalar.
Failure import_param(Registration const& transform, std::int32_t place, rowfuse_options const& options, Inputs& inputs);

/// Whether something is a struct array without nulls as a whole.
Failure check_struct(ArrowSchema const& schema, ArrowArray const& array, char const* what);

}  // namespace rowfuse::portable
