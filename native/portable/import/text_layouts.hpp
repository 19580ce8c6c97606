#pragma once

#include <cstdint>

#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "call_memory.hpp"
#include "child.hpp"
#include "level.hpp"

namespace rowfuse::portable {

/// Texts in a layout that backends do not read. A range of them is converted, at the same places.
struct OtherTexts {
  Child child;
  Range range;             ///< the range to convert
  std::int64_t count = 0;  ///< the number of all
  bool are_rows = true;    ///< false: elements of lists
};

/// True if a column is a dictionary of text with 32-bit offsets, with indices of any integer type.
bool is_text_dictionary(ArrowSchema const& schema);

/// Decodes a dictionary to plain text, which every backend reads. `level` already says which values are present.
Failure spread_out(OtherTexts const& texts, Field const& field, CallMemory& call, Level& level);

/// Converts text or bytes from 64-bit to 32-bit offsets.
Failure narrow(OtherTexts const& texts, Field const& field, CallMemory& call, Level& level);

}  // namespace rowfuse::portable
