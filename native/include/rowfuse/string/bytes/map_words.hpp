/// Device only: copies of bytes that change on the way, word by word.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/load.hpp>

namespace rowfuse::detail {

#if defined(RF_DEVICE_PASS)
/// Copies `size` bytes. `map_word` maps the four bytes of a word, and `map_byte` one byte.
///
/// Reads and writes aligned words. If `from` and `at` differ in alignment, a written word combines two that were read. No word outside the
/// range is read.
template <class MapWord, class MapByte>
__device__ __forceinline__ void copy_by_words(char* at, char const* from, int32_t size, MapWord map_word, MapByte map_byte) {
  int32_t i = 0;
  for (; i < size && (reinterpret_cast<uintptr_t>(at + i) & 3) != 0; ++i) at[i] = static_cast<char>(map_byte(byte_at(from + i)));
  auto const shift = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(from + i) & 3);
  if (shift == 0) {
    for (; i + 4 <= size; i += 4) *reinterpret_cast<uint32_t*>(at + i) = map_word(*reinterpret_cast<uint32_t const*>(from + i));
  } else if (size - i >= 8) {
    char const* const base = from + i - shift;  // aligned
    uint32_t low = 0;
    for (uint32_t k = shift; k < 4; ++k) low |= byte_at(base + k) << (8 * k);
    for (; i + 8 - static_cast<int32_t>(shift) <= size; i += 4) {
      uint32_t const high = *reinterpret_cast<uint32_t const*>(from + i - shift + 4);
      *reinterpret_cast<uint32_t*>(at + i) = map_word(__funnelshift_r(low, high, 8 * shift));
      low = high;
    }
  }
  for (; i < size; ++i) at[i] = static_cast<char>(map_byte(byte_at(from + i)));
}
#endif

}  // namespace rowfuse::detail
