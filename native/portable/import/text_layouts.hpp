#pragma once

#include <cstdint>

#include <rowfuse/binding.hpp>

#include "../failure.hpp"
#include "call_memory.hpp"
#include "child.hpp"
#include "level.hpp"

namespace rowfuse::portable {

/// Texts that lie otherwise than backends have them, of which some are converted, at the same places.
struct OtherTexts {
  Child child;
  Range range;             ///< which of them
  std::int64_t count = 0;  ///< how many there are
  bool are_rows = true;    ///< or elements of lists
};

/// Whether a column is of a dictionary of text with 32-bit offsets, by indices of any integer type.
bool is_text_dictionary(ArrowSchema const& schema);

/// What a dictionary says, as text of its own: each backend reads that. `level` says already which of it is there.
Failure spread_out(OtherTexts const& texts, Field const& field, CallMemory& call, Level& level);

/// Text or bytes with 64-bit offsets: backends have them in 32.
Failure narrow(OtherTexts const& texts, Field const& field, CallMemory& call, Level& level);

}  // namespace rowfuse::portable
