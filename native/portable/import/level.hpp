#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bit_range.hpp"
#include "child.hpp"

namespace rowfuse::portable {

/// Values from the first that a row has to the last.
struct Range {
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t size() const { return end - begin; }
};

/// The values of a column within so many lists: those of its rows, or the elements of all lists of the level around. The last level of
/// a column is of what is no list.
struct Level {
  Child child;
  std::int64_t count = 0;
  BitRange own;      ///< which are not null by themselves
  BitRange around;   ///< which have all structs around them, out to the list that they are elements of
  BitRange present;  ///< which are both
  std::int32_t const* starts = nullptr;  ///< of lists and text: where each begins, and the last ends; null where there are no values
  void const* values = nullptr;          ///< of text the bytes, of fixed widths from value 0 on
  BitRange truths;                           ///< of booleans
};

using Levels = std::vector<Level>;

inline bool is_sound(std::int64_t place, std::int64_t count) { return place >= 0 && place <= count; }

/// What a range of lists has, out of `count` elements, whatever order the offsets have. Those that are malformed say nothing.
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
