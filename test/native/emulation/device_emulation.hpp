/// Precedes a test program to compile the paths of device code for the host: the same algorithms, with the device's intrinsics in C++.
/// It shows what they compute, not how nvcc compiles them.
#pragma once

// These come before the keywords below, because the standard library uses some of their names as attributes.
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

#include "device_intrinsics.hpp"

#define __CUDACC__ 1
#define __CUDA_ARCH__ 900
#define __host__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __shared__ static

/// A warp of one lane, which shares its work with nobody.
struct uint4 {
  unsigned x, y, z, w;
};
inline constexpr uint4 threadIdx{};
inline constexpr uint4 blockDim{1, 1, 1, 0};
inline void __syncthreads() {}
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
