/// Memory for short texts that are generated.
#pragma once

#include <cstdint>

#include <rowfuse/base/claims.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

/// Memory for one ASCII text of a row, as large as the compiler has proved necessary. A view into it is valid until the next text is
/// written.
template <int32_t size>
struct TextBuffer {
  static constexpr int32_t capacity = size;
  /// Bytes after the text that may be written, and read: those of a whole vector on a host.
#if defined(RF_DEVICE_PASS)
  static constexpr int32_t padding = 0;
#else
  static constexpr int32_t padding = View::padding;
#endif

  char characters[size + padding];

  RF_HD RF_INLINE View view(int32_t used) const {
    RF_CLAIM(used <= size, "a text fits its buffer", used);
    return {characters, used, flags};
  }
  RF_HD RF_INLINE View view(char const* begin, char const* end) const {
    RF_CLAIM(begin >= characters && end <= characters + size, "a text fits its buffer", end - begin);
    return {begin, static_cast<int32_t>(end - begin), flags};
  }

 private:
  static constexpr uint32_t flags = View::ascii | (padding > 0 ? View::padded : 0);
};

}  // namespace rowfuse
