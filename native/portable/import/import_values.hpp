#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "call_memory.hpp"
#include "level.hpp"

namespace rowfuse::portable {

/// A column of a call, or the first of several for a list.
struct Target {
  Field const& field;
  bool nullable;        ///< true if its rows may be null
  std::int64_t length;  ///< rows of the call
  CallMemory& memory;
  arrow::InputColumn* columns;
};

/// Imports values of any type as a column. `lists` are the surrounding lists.
Failure import_values(Target const& target, Levels lists, Level values);

/// Imports the presence of structs or lists of structs as a column of its own; `level` has the bits.
Failure import_presence(Target const& target, Levels lists, Level level);

}  // namespace rowfuse::portable
