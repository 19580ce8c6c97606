/// Precedes a test program to run agents, whole blocks of threads, on the host: each thread is a coroutine that runs to the next
/// barrier. Between two barriers thread 0 goes first, or the last one, as `block::backwards` says. A result that depends on that order
/// is a race. The emulation shows what agents compute, not how nvcc compiles them.
#pragma once

// These come before the keywords below, because the standard library uses some of their names as attributes.
#include <ucontext.h>

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
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "device_intrinsics.hpp"

// Headers then declare the code of devices, and take the path of the host where both exist.
#define __CUDACC__ 1
#define __host__
#define __device__
#define __shared__ static
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))

struct uint2 {
  unsigned x, y;
};
struct uint4 {
  unsigned x, y, z, w;
};
struct Dimensions {
  unsigned x = 0;
};
inline Dimensions threadIdx;
inline Dimensions blockIdx;
inline Dimensions blockDim;

using std::max;
using std::min;

namespace block {

inline bool backwards = false;

enum class Waits { no, for_warp, for_block, done };

struct Thread {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  Waits waits = Waits::no;
  std::uint64_t told = 0;  ///< to the other lanes of its warp
};
inline std::vector<Thread> all;
inline ucontext_t scheduler;
inline std::function<void()> body;

inline void wait(Waits what) {
  unsigned const thread = threadIdx.x;
  all[thread].waits = what;
  swapcontext(&all[thread].context, &scheduler);
  threadIdx.x = thread;
}

inline void start() {
  body();
  all[threadIdx.x].waits = Waits::done;
}

/// Resumes the threads [first, last) if all of them have arrived. True if there are any.
inline bool release(std::size_t first, std::size_t last, Waits from) {
  bool some = false;
  for (std::size_t i = first; i < last; ++i) {
    if (all[i].waits != from && all[i].waits != Waits::done) return false;
    some = some || all[i].waits == from;
  }
  for (std::size_t i = first; i < last; ++i)
    if (all[i].waits == from) all[i].waits = Waits::no;
  return some;
}

/// Runs block `number` of `threads` threads through `work`.
inline void run(unsigned number, unsigned threads, std::function<void()> const& work) {
  constexpr std::size_t stack_bytes = 1 << 18;
  body = work;
  blockIdx.x = number;
  blockDim.x = threads;
  if (all.size() != threads) all = std::vector<Thread>(threads);
  for (Thread& thread : all) {
    if (!thread.stack) thread.stack = std::make_unique<char[]>(stack_bytes);
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.get();
    thread.context.uc_stack.ss_size = stack_bytes;
    thread.context.uc_link = &scheduler;
    thread.waits = Waits::no;
    makecontext(&thread.context, start, 0);
  }
  for (bool running = true; running;) {
    for (unsigned i = 0; i < threads; ++i) {
      unsigned const thread = backwards ? threads - 1 - i : i;
      if (all[thread].waits != Waits::no) continue;
      threadIdx.x = thread;
      swapcontext(&scheduler, &all[thread].context);
    }
    running = release(0, threads, Waits::for_block);
    for (std::size_t warp = 0; warp < threads; warp += 32) running = release(warp, warp + 32, Waits::for_warp) || running;
  }
  for (Thread const& thread : all) {
    if (thread.waits == Waits::done) continue;
    std::printf("block %u: threads wait for each other\n", number);
    std::exit(1);
  }
}

/// Publishes a word to the other lanes of the warp; returns the word of lane `lane`.
inline void tell(std::uint64_t word) {
  all[threadIdx.x].told = word;
  wait(Waits::for_warp);
}
inline std::uint64_t told(unsigned lane) { return all[(threadIdx.x & ~31u) + lane].told; }

}  // namespace block

inline void __syncthreads() { block::wait(block::Waits::for_block); }
inline void __syncwarp() { block::wait(block::Waits::for_warp); }
inline unsigned __ballot_sync(unsigned, int condition) {
  block::tell(condition != 0);
  unsigned word = 0;
  for (unsigned lane = 0; lane < 32; ++lane) word |= static_cast<unsigned>(block::told(lane)) << lane;
  block::wait(block::Waits::for_warp);
  return word;
}
inline unsigned __activemask() { return 0; }  // not all, so that lanes do not find out what they do together
template <class Value>
unsigned __match_any_sync(unsigned, Value) {
  return 1u << (threadIdx.x & 31);
}
template <class Value>
unsigned __match_all_sync(unsigned, Value, int* all) {
  *all = 0;
  return 0;
}
inline int __all_sync(unsigned lanes, int condition) { return __ballot_sync(lanes, condition) == ~0u; }
inline int __any_sync(unsigned lanes, int condition) { return __ballot_sync(lanes, condition) != 0; }
template <class Value>
Value __shfl_sync(unsigned, Value value, int lane) {
  block::tell(static_cast<std::uint64_t>(value));
  auto const other = static_cast<Value>(block::told(static_cast<unsigned>(lane)));
  block::wait(block::Waits::for_warp);
  return other;
}
template <class Value>
Value __shfl_up_sync(unsigned, Value value, unsigned distance) {
  unsigned const lane = threadIdx.x & 31;
  block::tell(static_cast<std::uint64_t>(value));
  auto const other = static_cast<Value>(block::told(lane < distance ? lane : lane - distance));
  block::wait(block::Waits::for_warp);
  return other;
}
template <class Value>
Value __shfl_xor_sync(unsigned, Value value, int distance) {
  block::tell(static_cast<std::uint64_t>(value));
  auto const other = static_cast<Value>(block::told((threadIdx.x & 31) ^ static_cast<unsigned>(distance)));
  block::wait(block::Waits::for_warp);
  return other;
}
// No thread runs while another one does, so each of these is a single step.
template <class Value>
Value atomicAdd(Value* at, std::type_identity_t<Value> value) {
  return std::exchange(*at, static_cast<Value>(*at + value));
}
template <class Value>
Value atomicSub(Value* at, std::type_identity_t<Value> value) {
  return std::exchange(*at, static_cast<Value>(*at - value));
}
template <class Value>
Value atomicMax(Value* at, std::type_identity_t<Value> value) {
  return std::exchange(*at, std::max(*at, value));
}
template <class Value>
Value atomicOr(Value* at, std::type_identity_t<Value> value) {
  return std::exchange(*at, *at | value);
}
template <class Value>
Value atomicExch(Value* at, std::type_identity_t<Value> value) {
  return std::exchange(*at, value);
}
template <class Value>
Value atomicCAS(Value* at, std::type_identity_t<Value> expected, std::type_identity_t<Value> value) {
  return *at == expected ? std::exchange(*at, value) : *at;
}
inline void __nanosleep(unsigned) {}
template <class Value>
Value __ldg(Value const* from) {
  return *from;
}
template <class Value>
Value __ldcs(Value const* from) {
  return *from;
}
template <class Value>
Value __ldca(Value const* from) {
  return *from;
}
inline void __threadfence() {}
template <class Value>
Value __ldcg(Value const* from) {
  return *from;
}
