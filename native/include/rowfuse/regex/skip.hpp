/// Skipping text in which no match begins: the host looks at 16 bytes at a time.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/bytes/wide.hpp>

namespace rowfuse::regex {

/// The characters at which skipping ends.
struct SkipSet {
  uint8_t others;  ///< 1 if they include all characters above ASCII; otherwise those are skipped
  struct {
    uint8_t first;
    uint8_t span;  ///< the number of characters behind the first
  } ranges[3];

  RF_HD RF_INLINE bool has(uint32_t byte) const {
    if (byte >= 0x80) return others != 0;
    return byte - ranges[0].first <= ranges[0].span || byte - ranges[1].first <= ranges[1].span || byte - ranges[2].first <= ranges[2].span;
  }
};

/// Returns the first place from `place` on whose character belongs to a set, or the end of the text.
template <class Text>
RF_HD RF_INLINE int32_t skipped(SkipSet set, Text const& text, int32_t place) {
  int32_t const end = text.end();
  char const* const data = text.data();
#if defined(__SSE2__) && !defined(RF_DEVICE_PASS)
  auto const all = [](uint8_t byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  while (end - place >= 16) {
    __m128i const bytes = detail::load_16(data + place);
    __m128i found = _mm_setzero_si128();
    for (auto const& range : set.ranges) {
      __m128i const distance = _mm_sub_epi8(bytes, all(range.first));
      found = _mm_or_si128(found, _mm_cmpeq_epi8(_mm_min_epu8(distance, all(range.span)), distance));
    }
    int32_t const others = set.others != 0 ? _mm_movemask_epi8(bytes) : 0;
    auto const mask = static_cast<uint32_t>(_mm_movemask_epi8(found) | others);
    if (mask != 0) return place + std::countr_zero(mask);
    place += 16;
  }
#endif
  while (place < end && !set.has(detail::byte_at(data + place))) ++place;
  return place;
}

}  // namespace rowfuse::regex
