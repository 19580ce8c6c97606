#pragma once

// RF_AVX2 compiles a function, with everything inlined into it, for processors with AVX2, whatever the target of the build. That processes
// four doubles at a time instead of two, and adds comparisons of 64-bit integers, which SSE2 lacks. The bit instructions of the first such
// processors are included. Fused multiply-add is not, because it rounds once where two operations round twice, and the bits must equal
// those of any other build. Only for functions that `has_avx2` guards. A build for such processors (x86-64-v3) compiles all functions so.
#if defined(__AVX2__) && defined(__BMI__) && defined(__BMI2__) && defined(__POPCNT__)
#define RF_AVX2
#define RF_HAS_AVX2
#define RF_ALWAYS_HAS_AVX2
#elif (defined(__GNUC__) || defined(__clang__)) && !defined(_MSC_VER) && defined(__x86_64__) && !defined(ROWFUSE_QUICK)
#define RF_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define RF_HAS_AVX2
#endif

// Keeps the iterations of a loop from becoming lanes of vectors: an empty instruction that compilers cannot analyse.
#if defined(__GNUC__) || defined(__clang__)
#define RF_ONE_AT_A_TIME asm volatile("")
#else
#define RF_ONE_AT_A_TIME static_cast<void>(0)
#endif

namespace rowfuse::cpu {

/// Prefetches the cache line of an address, which need not belong to the program.
inline void prefetch_for_store([[maybe_unused]] void const* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address, 1);
#endif
}

#if defined(RF_ALWAYS_HAS_AVX2)
constexpr bool has_avx2() { return true; }
#elif defined(RF_HAS_AVX2)
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
