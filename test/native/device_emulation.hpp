/// Stands before a test program to compile the paths of device code for the host: the same algorithms, with the device's
/// intrinsics in C++. It shows what they compute, not how nvcc compiles them.
#pragma once

// Before the keywords below are redefined: the standard library uses some of their names as attributes.
#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define __host__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))

/// CUDA Math API: the 64 bits high:low moved right by `shift` modulo 32; the low half of that.
inline std::uint32_t __funnelshift_r(std::uint32_t low, std::uint32_t high, std::uint32_t shift) {
  return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) >> (shift & 31));
}

/// A warp of one lane, which shares its work with nobody.
struct uint4 {
  unsigned x, y, z, w;
};
inline constexpr uint4 threadIdx{};
using std::max;
using std::min;
inline unsigned __activemask() { return 1; }
template <class Value>
unsigned __match_all_sync(unsigned lanes, Value, int* all) {
  *all = 1;
  return lanes;
}
inline int __any_sync(unsigned, int condition) { return condition; }
inline int __all_sync(unsigned, int condition) { return condition; }
inline unsigned __ballot_sync(unsigned, int condition) { return condition != 0; }
template <class Value>
Value __shfl_sync(unsigned, Value value, int) {
  return value;
}
template <class Value>
Value __shfl_xor_sync(unsigned, Value value, int) {
  return value;
}

/// Bytes that are equal, as 0xFF; how many bits are set.
inline unsigned __vcmpeq4(unsigned a, unsigned b) {
  unsigned equal = 0;
  for (int i = 0; i < 32; i += 8)
    if (((a ^ b) >> i & 0xFF) == 0) equal |= 0xFFu << i;
  return equal;
}
inline int __popc(unsigned value) { return __builtin_popcount(value); }

/// The place of the lowest bit that is set, from 1; 0 where there is none.
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }
inline double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// The high half of a product of 64 bits by 64, and the zero bits above the highest that is set, of 32 and of 64 bits.
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned long long>(static_cast<Wide>(a) * b >> 64);
}
inline int __clz(int value) { return value == 0 ? 32 : __builtin_clz(static_cast<unsigned>(value)); }
inline int __clzll(long long value) { return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value)); }
