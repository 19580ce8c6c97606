/// `s.length`
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include <rowfuse/string/bytes/load.hpp>
#include <rowfuse/string/bytes/together.hpp>
#include <rowfuse/string/form/rope.hpp>

#if !defined(RF_DEVICE_PASS) && defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace rowfuse {

namespace detail {

/// Host only: returns the units of eight bytes: one for every byte that is not a continuation, and one more for a four-byte lead.
RF_INLINE int32_t units_of_word(uint64_t word) {
  if ((word & every_high_bit) == 0) return 8;
  uint64_t const continuations = (word >> 7) & ~(word >> 6) & every_byte;
  uint64_t const leads4 = (word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & every_byte;
  // Sums eight bytes of 0 or 1 by multiplication, because popcount is a call if the target lacks the instruction.
  return 8 + static_cast<int32_t>((leads4 * every_byte) >> 56) - static_cast<int32_t>((continuations * every_byte) >> 56);
}

#if !defined(RF_DEVICE_PASS) && defined(__SSE2__)
/// Host only: returns the units of `count` pieces of 16 bytes. Signed, a continuation is below -64, and a four-byte lead lies in [-16, -1].
RF_INLINE int32_t units_of_pieces(char const* data, int32_t count) {
  __m128i sums = _mm_setzero_si128();
  __m128i const zero = _mm_setzero_si128();
  while (count > 0) {
    // A byte of the lanes holds up to two units of each of 127 pieces.
    int32_t const some = count < 127 ? count : 127;
    __m128i lanes = zero;
    for (int32_t i = 0; i < some; ++i, data += 16) {
      __m128i const bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(data));
      __m128i const leads = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(-65));
      __m128i const leads4 = _mm_cmpeq_epi8(_mm_max_epu8(bytes, _mm_set1_epi8(-16)), bytes);
      lanes = _mm_sub_epi8(_mm_sub_epi8(lanes, leads), leads4);
    }
    sums = _mm_add_epi64(sums, _mm_sad_epu8(lanes, zero));
    count -= some;
  }
  return _mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_unpackhi_epi64(sums, sums));
}
#endif

RF_HD RF_INLINE int32_t units_of_byte(uint32_t byte) {
  return static_cast<int32_t>(!is_continuation(byte)) + static_cast<int32_t>(is_lead4(byte));
}

/// Returns the UTF-16 units of `size` bytes of UTF-8.
RF_HD RF_NOINLINE int32_t count_units(char const* data, int32_t size) {
  int32_t units = 0;
  int32_t at = 0;
#if defined(RF_DEVICE_PASS)
  // Byte by byte even here. With pieces of 16 bytes, kernels that never count this way had 48 registers instead of 40.
  if (size >= 128 && is_shared_by_lanes(data, size)) {
    for (at = static_cast<int32_t>(threadIdx.x & 31u); at < size; at += 32) units += units_of_byte(byte_at(data + at));
    return sum_of_lanes(units);
  }
#else
#if defined(__SSE2__)
  units = units_of_pieces(data, size / 16);
  at = size & ~15;
#endif
  for (; at + 8 <= size; at += 8) units += units_of_word(load<uint64_t>(data + at));
#endif
#if !defined(RF_DEVICE_PASS) && defined(RF_LITTLE_ENDIAN)
  // The bytes that the last word lacks are 0, which counts as a unit.
  return at == size ? units : units + units_of_word(load_short(data + at, size - at)) - (8 - (size - at));
#else
  for (; at < size; ++at) units += units_of_byte(byte_at(data + at));
  return units;
#endif
}

/// Lengths are clamped to 2^31 - 1 (four times V8's longest string).
inline constexpr int64_t most_units = std::numeric_limits<int32_t>::max();

RF_HD RF_INLINE int32_t clamped_units(int64_t units) { return static_cast<int32_t>(units < most_units ? units : most_units); }

RF_HD RF_INLINE int32_t length(View const& view) {
  if (view.is_ascii()) return view.size;
  return count_units(view.data, view.size) - static_cast<int32_t>(view.flags & View::low_head) -
         static_cast<int32_t>((view.flags & View::high_tail) >> 1);
}

template <int N>
RF_HD int32_t length(Rope<N> const& rope) {
  int64_t units = 0;
  RF_UNROLL
  for (int32_t i = 0; i < N; ++i) units += length(rope.pieces[i]);
  return clamped_units(units);
}

template <LazyString S>
RF_HD int32_t length(S const& string) {
  auto units = string.reader();
  return units.skip(static_cast<int32_t>(most_units));
}

}  // namespace detail

template <class Self>
RF_HD RF_INLINE int32_t StringMethods<Self>::length() const {
  return detail::length(self());
}

}  // namespace rowfuse
