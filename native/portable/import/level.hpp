#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bit_range.hpp"
#include "child.hpp"

namespace rowfuse::portable {

/// A range of values.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t size() const { return end - begin; }
};

/// The values of a column within a number of lists: those of its rows, or the elements of all lists of the surrounding level. The last
/// level of a column has no lists.
struct Level {
  Child child;
  std::int64_t count = 0;
  BitRange own;      ///< values that are not null themselves
  BitRange around;   ///< values whose surrounding structs are all present, out to the list of which they are elements
  BitRange present;  ///< values for which both hold
  std::int32_t const* starts = nullptr;  ///< for lists and text: the start of each, and the end of the last; null if there are no values
  void const* values = nullptr;          ///< for text its bytes; for fixed widths the values, from value 0 on
  BitRange truths;                           ///< for booleans
};

using Levels = std::vector<Level>;

inline bool is_sound(std::int64_t place, std::int64_t count) { return place >= 0 && place <= count; }

/// Returns the elements of a range of lists, out of `count`, for offsets in any order. Malformed offsets are ignored.
inline Range range_within(Level const& lists, Range range, std::int64_t count) {
  if (lists.starts == nullptr) return {};
  Range found{count, 0};
  for (std::int64_t at = range.begin; at <= range.end; ++at) {
    std::int64_t const start = lists.starts[at];
    if (is_sound(start, count)) found = {std::min(found.begin, start), std::max(found.end, start)};
  }
  return {std::min(found.begin, found.end), found.end};
}

}  // namespace rowfuse::portable
