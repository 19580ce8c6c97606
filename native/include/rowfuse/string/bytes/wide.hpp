/// Host only: the vectors in which bytes of text are processed on x86-64.
///
/// SSE2 is part of every x86-64. RF_WIDE_BYTES is defined in builds for AVX2 (x86-64-v3), in which vectors have 32 bytes. Functions must
/// have the same contract with and without it: the linker keeps one of several definitions of an inline function.
#pragma once

#include <rowfuse/base/macros.hpp>

#if defined(__AVX2__) && !defined(__CUDACC__)
#include <immintrin.h>
#define RF_WIDE_BYTES
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace rowfuse::detail {

#if defined(__SSE2__)
RF_INLINE __m128i load_16(char const* data) { return _mm_loadu_si128(reinterpret_cast<__m128i const*>(data)); }
RF_INLINE void store_16(char* data, __m128i bytes) { _mm_storeu_si128(reinterpret_cast<__m128i*>(data), bytes); }
#endif

#if defined(RF_WIDE_BYTES)
RF_INLINE __m256i load_32(char const* data) { return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(data)); }
RF_INLINE void store_32(char* data, __m256i bytes) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(data), bytes); }
#endif

}  // namespace rowfuse::detail
