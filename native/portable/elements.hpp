#pragma once

#include <algorithm>
#include <cstdint>

#include "child.hpp"

namespace rowfuse::portable {

/// The elements of a list, or one field of those that are structs.
struct Elements {
  Child child;
  std::int64_t count = 0;
};

/// What lies in a list of lists, by the lists' offsets.
inline Elements within(Elements const& lists) {
  ArrowArray const* const array = lists.child.array->children[0];
  return {{lists.child.schema->children[0], array, array->offset}, array->length};
}

/// Where lists, or texts, begin among what they hold; null where there are none, which need no memory.
inline std::int32_t const* starts_of(Elements const& elements) {
  return elements.count == 0 ? nullptr : values_at<std::int32_t>(elements.child, 1) + elements.child.offset;
}

inline bool is_sound(std::int64_t place, std::int64_t count) { return place >= 0 && place <= count; }

/// Elements from the first that a row has to the last.
struct Range {
  std::int64_t begin;
  std::int64_t end;
};

/// Whatever order the offsets have. Those that are malformed say nothing.
inline Range range_of(std::int32_t const* offsets, std::int64_t entries, std::int64_t count) {
  Range range{count, 0};
  for (std::int64_t i = 0; i < entries; ++i) {
    if (!is_sound(offsets[i], count)) continue;
    range = {std::min<std::int64_t>(range.begin, offsets[i]), std::max<std::int64_t>(range.end, offsets[i])};
  }
  return {std::min(range.begin, range.end), range.end};
}

}  // namespace rowfuse::portable
