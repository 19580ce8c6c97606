/// Room for short texts that are made, not found.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

/// Room for one ASCII text of a row, as much as the compiler found it to need. A view into it holds until the next text is
/// made there.
template <int32_t size>
struct TextBuffer {
  static constexpr int32_t capacity = size;

  char characters[size];

  RF_HD RF_INLINE View view(int32_t used) const { return {characters, used, View::ascii}; }
  RF_HD RF_INLINE View view(char const* begin, char const* end) const { return {begin, static_cast<int32_t>(end - begin), View::ascii}; }
};

}  // namespace rowfuse
