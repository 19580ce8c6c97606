/// Compiler differences behind one vocabulary: where a function lives (host, device or both) and whether it is inlined.
#pragma once

#if defined(__CUDACC__)
/// A function of the row logic: compiled for the host and, under nvcc, for the device as well.
#define RF_HD __host__ __device__
#else
#define RF_HD
#endif

// RF_DEVICE_PASS is defined while device code is being generated: no libc, no unaligned loads.
#if defined(__CUDA_ARCH__)
#define RF_DEVICE_PASS 1
#endif

#if defined(ROWFUSE_QUICK)
// Marks code that is compiled often and run rarely as `inline` only. Forced inlining compiles a function again for each caller; without it
// compiling takes a third of the time.
#define RF_INLINE inline
#define RF_NOINLINE inline
#elif defined(__CUDACC__)
#define RF_INLINE __forceinline__
#define RF_NOINLINE __noinline__ inline
#elif defined(_MSC_VER)
#define RF_INLINE __forceinline
#define RF_NOINLINE __declspec(noinline) inline
#else
/// A short path that must merge into its caller, so that constant sizes and flags fold.
#define RF_INLINE inline __attribute__((always_inline))
/// A general path that is rarely taken: out of line, so that it costs its callers no registers and no code.
#define RF_NOINLINE __attribute__((noinline)) inline
#endif

/// A loop that many places call: merged into its callers on the host, where that is faster, and a call on the device. There a row function is
/// compiled four times, and ptxas takes minutes for a function with ten copies of such a loop.
#if defined(__CUDACC__)
#define RF_HOST_INLINE __noinline__ inline
#else
#define RF_HOST_INLINE RF_INLINE
#endif

// Device code has no hints: nvcc 13 folds `__builtin_expect` too late there, so that branches on constants survive.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(RF_DEVICE_PASS)
#define RF_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define RF_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define RF_LIKELY(condition) (condition)
#define RF_UNLIKELY(condition) (condition)
#endif

/// States a condition that the compiler cannot prove, so that comparisons that follow from it vanish. The condition must have no effects,
/// because it may or may not be evaluated.
#if defined(ROWFUSE_CHECKED)
#define RF_ASSUME(condition) RF_CLAIM(condition, #condition, 0)
#elif defined(RF_DEVICE_PASS) || defined(__clang__)
#define RF_ASSUME(condition) __builtin_assume(condition)
#elif defined(__GNUC__)
#define RF_ASSUME(condition)                   \
  do {                                         \
    if (!(condition)) __builtin_unreachable(); \
  } while (false)
#else
#define RF_ASSUME(condition) __assume(condition)
#endif

/// Unrolls the following loop over a rope's pieces in device code, so that the rope stays in registers.
#if defined(RF_DEVICE_PASS)
#define RF_UNROLL _Pragma("unroll")
#else
#define RF_UNROLL
#endif

// Word-wise loops number bytes from the least significant end; big-endian hosts take the byte loops instead.
#if defined(_MSC_VER) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define RF_LITTLE_ENDIAN 1
#endif
