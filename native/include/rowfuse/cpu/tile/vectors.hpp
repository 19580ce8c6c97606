#pragma once

// RF_AVX2 compiles a function, with what is merged into it, for processors that have AVX2, whatever others the build is for: doubles four
// instead of two at a time, and comparisons of 64-bit integers, which SSE2 lacks. Never with fused multiplication and addition, which round
// once where two operations round twice: the bits are those of any other build. With the operations on bits that came with the first such
// processors. Only for functions that `has_avx2` guards.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER) && defined(__x86_64__) && !defined(ROWFUSE_QUICK)
#define RF_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define RF_HAS_AVX2
#endif

// In a loop whose passes are not to become the lanes of vectors: an instruction that is none, of which compilers know nothing.
#if defined(__GNUC__) || defined(__clang__)
#define RF_ONE_AT_A_TIME asm volatile("")
#else
#define RF_ONE_AT_A_TIME static_cast<void>(0)
#endif

namespace rowfuse::cpu {

/// Asks for the cache line of an address, which need not be one of the program's.
inline void prefetch_for_store([[maybe_unused]] void const* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 1);
#endif
}

#if defined(RF_HAS_AVX2)
inline bool has_avx2() {
  static bool const has = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                          __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0;
  return has;
}
#else
#define RF_AVX2
constexpr bool has_avx2() { return false; }
#endif

}  // namespace rowfuse::cpu
