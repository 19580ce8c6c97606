#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// A piece of a text column that neighbouring threads write. They write it row by row to shared memory, from where it is copied in aligned
/// 16-byte pieces. If they wrote to global memory directly, the short rows of a warp would be as many small stores.
class StagedText {
 public:
  /// The text goes to [begin, end). If it is `staged`, `shared` has room for 15 bytes more than that, and is aligned to 16.
  __device__ StagedText(char* shared, char* begin, char* end, bool staged)
      : shared_(shared), begin_(begin), size_(static_cast<std::int32_t>(end - begin)), staged_(staged) {}

  /// Returns the address to which text for `destination` is written.
  __device__ char* target(char* destination) const { return staged_ ? shared_ + phase() + (destination - begin_) : destination; }

  /// Copies the staged text to its destination. Called by all `threads`, after all have written and met.
  __device__ void flush(int thread, int threads) const {
    if (!staged_) return;
    // The text in shared memory begins as far from a 16-byte boundary as its destination, so that pieces are aligned in both.
    auto const end = phase() + size_;
    char* const base = begin_ - phase();
    for (std::int32_t at = thread * 16; at < end; at += threads * 16) {
      if (at >= phase() && at + 16 <= end) {
        *reinterpret_cast<uint4*>(base + at) = *reinterpret_cast<uint4 const*>(shared_ + at);
      } else {
        // The pieces at the two ends also hold text of the neighbours.
        for (std::int32_t i = at < phase() ? phase() : at; i < end && i < at + 16; ++i) base[i] = shared_[i];
      }
    }
  }

 private:
  __device__ std::int32_t phase() const { return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(begin_) & 15); }

  char* shared_;
  char* begin_;
  std::int32_t size_;
  bool staged_;
};

}  // namespace rowfuse::cuda
