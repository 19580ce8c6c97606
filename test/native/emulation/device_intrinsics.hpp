/// C++ versions of device code's intrinsics of a single thread.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>

/// CUDA Math API: shifts the 64 bits high:low right by `shift` modulo 32, and returns the low half.
inline std::uint32_t __funnelshift_r(std::uint32_t low, std::uint32_t high, std::uint32_t shift) {
  return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) >> (shift & 31));
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) << (shift & 31) >> 32);
}
/// Shifts by at most 32, and returns the high half.
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
/// Selects bytes of high:low by their numbers, one nibble per byte.
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned places) {
  std::uint64_t const bytes = std::uint64_t{high} << 32 | low;
  unsigned taken = 0;
  for (int i = 0; i < 4; ++i) taken |= static_cast<unsigned>(bytes >> (places >> (4 * i) & 7) * 8 & 0xFF) << (8 * i);
  return taken;
}
/// Adds the products of the 16-bit words with the lower bytes, or with the higher ones.
inline unsigned __dp2a_lo(unsigned words, unsigned bytes, unsigned sum) {
  return sum + (words & 0xFFFF) * (bytes & 0xFF) + (words >> 16) * (bytes >> 8 & 0xFF);
}
inline unsigned __dp2a_hi(unsigned words, unsigned bytes, unsigned sum) { return __dp2a_lo(words, bytes >> 16, sum); }
/// Adds the products of bytes.
inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 0xFF) * (b >> i & 0xFF);
  return sum;
}

/// Marks equal bytes by 0xFF; counts the bits that are set.
inline unsigned __vcmpeq4(unsigned a, unsigned b) {
  unsigned equal = 0;
  for (int i = 0; i < 32; i += 8)
    if (((a ^ b) >> i & 0xFF) == 0) equal |= 0xFFu << i;
  return equal;
}
inline int __popc(unsigned value) { return __builtin_popcount(value); }

/// Returns the place of the lowest bit that is set, from 1, or 0 if there is none.
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }
inline double __fma_rn(double a, double b, double c) { return __builtin_fma(a, b, c); }

/// The high half of a product of 64 by 64 bits, and the number of zero bits above the highest set bit, of 32 and of 64 bits.
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<unsigned long long>(static_cast<Wide>(a) * b >> 64);
}
inline int __clz(int value) { return value == 0 ? 32 : __builtin_clz(static_cast<unsigned>(value)); }
inline int __clzll(long long value) { return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value)); }
inline long long __double_as_longlong(double value) { return std::bit_cast<long long>(value); }
inline int __double2hiint(double value) { return static_cast<int>(std::bit_cast<std::int64_t>(value) >> 32); }
inline int __double2loint(double value) { return static_cast<int>(std::bit_cast<std::int64_t>(value)); }
inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }

/// Assumptions that nvcc relies on are checked here.
#define __builtin_assume(condition) ((condition) ? void() : std::abort())

/// Ends the kernel; here the process.
[[noreturn]] inline void __trap() { std::abort(); }
