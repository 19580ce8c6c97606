#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>

namespace rowfuse::cuda {

/// True if the bytes are well-formed UTF-8. Reads whole aligned words. Out of line, since it rarely runs and must not cost the common
/// path registers.
__device__ __noinline__ inline bool is_valid_utf8(char const* data, std::int32_t size) {
  std::uint32_t const phase = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(data)) & 3u;
  char const* const aligned = data - phase;
  for (std::int32_t at = 0; at < size;) {
    std::uint32_t const shift = phase + static_cast<std::uint32_t>(at);
    std::int32_t const left = size - at;
    char const* const word = aligned + (shift & ~3u);
    std::uint32_t const following = static_cast<std::int32_t>(shift & 3u) + left > 4 ? rowfuse::detail::aligned_word(word + 4) : 0;
    std::uint32_t const four =
        rowfuse::detail::low_bytes(__funnelshift_r(rowfuse::detail::aligned_word(word), following, (shift & 3u) * 8), left);
    std::uint32_t const high = four & 0x80808080u;
    if (high == 0) {
      at += 4;
    } else if ((high & 0x80u) == 0) {
      at += (__ffs(static_cast<int>(high)) - 1) >> 3;
    } else {
      std::int32_t const character = arrow::character_size(four, left);
      if (character == 0) return false;
      at += character;
    }
  }
  return true;
}

}  // namespace rowfuse::cuda
