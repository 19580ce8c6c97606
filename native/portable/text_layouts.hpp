#pragma once

#include <cstdint>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/binding.hpp>

#include "child.hpp"
#include "failure.hpp"
#include "import_columns.hpp"

namespace rowfuse::portable {

/// Texts that lie otherwise than backends have them: the rows [0, length) of a child, or elements of lists.
struct OtherTexts {
  Child child;
  std::int64_t length = 0;
  std::int64_t before = 0;  ///< how many places of offsets and bits stay free in front
  std::int64_t after = 0;   ///< and behind, of which the last one says how many bytes there are
  std::int64_t first = -1;  ///< of elements: the number of the first of them among those of all lists
};

/// Whether a column is of a dictionary of text with 32-bit offsets, by indices of any integer type.
bool is_text_dictionary(ArrowSchema const& schema);

/// What a dictionary says, as text of its own: each backend reads that. `column` says already which of it is there.
Failure spread_out(OtherTexts const& texts, Field const& field, Inputs& inputs, arrow::InputColumn& column);

/// Text or bytes with 64-bit offsets: backends have them in 32.
Failure narrow(OtherTexts const& texts, Field const& field, Inputs& inputs, arrow::InputColumn& column);

}  // namespace rowfuse::portable
