/// The type of a regular expression in generated code.
#pragma once

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/regex/layout.hpp>

namespace rowfuse {

/// A regular expression with its tables, which lie in an image.
template <class Image, regex::Layout tables>
struct Pattern {
  static constexpr regex::Layout layout = tables;

  RF_HD static RF_INLINE char const* image() { return reinterpret_cast<char const*>(Image::data()); }
};

}  // namespace rowfuse
