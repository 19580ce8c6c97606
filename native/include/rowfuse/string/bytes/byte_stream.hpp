/// Device only: bytes that are written one by one, and stored as words.
#pragma once

#include <cstdint>

#include <rowfuse/string/bytes/device_words.hpp>

namespace rowfuse::detail {

#if defined(__CUDACC__)
/// Writes bytes into [at, end). Writes what fits, and counts everything. If each lane writes a text of its own, a store takes as long for one
/// byte as for a word.
class ByteStream {
 public:
  __device__ __forceinline__ ByteStream(char* at, char* end) : at_{at}, end_{end} {}

  __device__ __forceinline__ void put(std::uint32_t byte) {
    ++needed_;
    if (at_ + held_ >= end_) return;
    word_ |= byte << (8 * held_);
    ++held_;
    if (((reinterpret_cast<std::uintptr_t>(at_) + held_) & 3u) == 0) flush();
  }

  /// Stores the bytes that are held. Called after the last one.
  __device__ __forceinline__ void flush() {
    if (held_ == 4) {
      store_aligned_word(at_, word_);
    } else {
      for (std::uint32_t i = 0; i < held_; ++i) at_[i] = static_cast<char>(word_ >> (8 * i));
    }
    at_ += held_;
    word_ = 0;
    held_ = 0;
  }

  __device__ __forceinline__ char* at() const { return at_; }
  __device__ __forceinline__ std::int64_t needed() const { return needed_; }

 private:
  char* at_;
  char* end_;
  std::int64_t needed_ = 0;
  std::uint32_t word_ = 0;  // the bytes behind `at_`, up to a word boundary
  std::uint32_t held_ = 0;
};
#endif

}  // namespace rowfuse::detail
