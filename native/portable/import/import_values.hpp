#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "call_memory.hpp"
#include "level.hpp"

namespace rowfuse::portable {

/// A column of a call: of a list the first of those that it is.
struct Target {
  Field const& field;
  bool nullable;        ///< whether its rows may be null
  std::int64_t length;  ///< rows of the call
  CallMemory& memory;
  arrow::InputColumn* columns;
};

/// Values of any type as a column. `lists` are those around them.
Failure import_values(Target const& target, Levels lists, Level values);

/// Where structs, or lists of structs, are there, as a column of its own: `level` says which are.
Failure import_presence(Target const& target, Levels lists, Level level);

}  // namespace rowfuse::portable
