/// The first match of a regular expression in a text: `exec`, `test`, `search`.
#pragma once

#include <cstdint>

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/pattern/found.hpp>
#include <rowfuse/regex/regex.hpp>
#include <rowfuse/string/memory/arena.hpp>

namespace rowfuse {

namespace detail {

/// Returns the memory of an engine for a text, or null if the memory of the row has run out.
template <class Pattern>
RF_HD RF_INLINE uint32_t* pattern_memory(Arena& arena, View text) {
  return reinterpret_cast<uint32_t*>(arena.take_low(regex::memory_words<Pattern>(text) * int64_t{sizeof(uint32_t)}, false));
}

}  // namespace detail

/// Finds the first match in a text.
template <class Pattern>
RF_HD RF_INLINE Found<Pattern> first_match(View text) {
  Found<Pattern> found{text};
  found.set(regex::match<Pattern>(text, regex::Subject{text}.begin(), found.places()));
  return found;
}

/// Finds the first match in a text. There is none if the memory of the row has run out.
template <class Pattern>
RF_HD RF_INLINE Found<Pattern> first_match(Arena& arena, View text) {
  Found<Pattern> found{text};
  uint32_t* const memory = detail::pattern_memory<Pattern>(arena, text);
  found.set(memory != nullptr && regex::match<Pattern>(text, regex::Subject{text}.begin(), found.places(), memory));
  return found;
}

/// `pattern.test(text)`
template <class Pattern>
RF_HD RF_INLINE bool test_pattern(View text) {
  return regex::test<Pattern>(text);
}
template <class Pattern>
RF_HD RF_INLINE bool test_pattern(Arena& arena, View text) {
  uint32_t* const memory = detail::pattern_memory<Pattern>(arena, text);
  return memory != nullptr && regex::test<Pattern>(text, memory);
}

/// `text.search(pattern)`
template <class Pattern>
RF_HD RF_INLINE Position search_pattern(View text) {
  return first_match<Pattern>(text).start();
}
template <class Pattern>
RF_HD RF_INLINE Position search_pattern(Arena& arena, View text) {
  return first_match<Pattern>(arena, text).start();
}

}  // namespace rowfuse
