#pragma once

#include <cstdint>

#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "../rowfuse.h"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// Imports a param of the call as a scalar.
Failure import_param(Registration const& transform, std::int32_t place, rowfuse_options const& options, Inputs& inputs);

/// Checks that an array is a struct array without nulls of its own.
Failure check_struct(ArrowSchema const& schema, ArrowArray const& array, char const* what);

}  // namespace rowfuse::portable
