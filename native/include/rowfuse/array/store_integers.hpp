/// Numbers of an array as the integers that a column stores, on the host.
#pragma once

#include <cstdint>

#include <rowfuse/row/encode.hpp>

#if defined(__SSE2__) && !defined(__CUDACC__)
#include <emmintrin.h>
#endif

namespace rowfuse::detail {

/// Writes a number as an integer. Returns false if the column cannot hold it.
template <class Storage>
RF_INLINE bool store_integer(double value, unsigned char* to) {
  // The conversion of a number out of range would be undefined. NaN becomes the least integer.
  constexpr double low = lowest<Storage>;
  constexpr double high = highest<Storage>;
  double const below = value > high ? high : value;
  auto const stored = static_cast<Storage>(below > low ? below : low);
  __builtin_memcpy(to, &stored, sizeof stored);
  return static_cast<double>(stored) == value;
}

/// Writes numbers as integers, back to back. Returns false if the column cannot hold one of them.
template <class Storage>
bool store_integers(double const* values, std::int32_t count, unsigned char* to) {
  std::int32_t at = 0;
  bool fit = true;
#if defined(__SSE2__) && !defined(__CUDACC__)
  if constexpr (sizeof(Storage) == 4) {
    __m128d equal = _mm_castsi128_pd(_mm_set1_epi32(-1));
    for (; at + 2 <= count; at += 2) {
      __m128d const pair = _mm_loadu_pd(values + at);
      __m128i const stored = _mm_cvttpd_epi32(pair);  // -2^31 for NaN and for numbers out of range
      equal = _mm_and_pd(equal, _mm_cmpeq_pd(_mm_cvtepi32_pd(stored), pair));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to + std::int64_t{at} * 4), stored);
    }
    fit = _mm_movemask_pd(equal) == 3;
  }
#endif
  for (; at < count; ++at) fit &= store_integer<Storage>(values[at], to + at * std::int64_t{sizeof(Storage)});
  return fit;
}

}  // namespace rowfuse::detail
