#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// A piece of a text column that neighbouring threads write, first to shared memory row by row, then out as aligned 16-byte pieces:
/// a warp's short rows would otherwise be as many small stores.
class StagedText {
 public:
  /// The text goes to [begin, end). Where it is `staged`, `shared` holds 15 bytes more than that, aligned to 16.
  __device__ StagedText(char* shared, char* begin, char* end, bool staged)
      : shared_(shared), begin_(begin), size_(static_cast<std::int32_t>(end - begin)), staged_(staged) {}

  /// Where to write the text whose destination is `destination`.
  __device__ char* target(char* destination) const {
    return staged_ ? shared_ + phase() + (destination - begin_) : destination;
  }

  /// Copies what was staged. All of the `threads`, after all have written and met.
  __device__ void flush(int thread, int threads) const {
    if (!staged_) return;
    // Shared memory starts at the destination's own distance from a 16-byte boundary, so that pieces line up.
    auto const end = phase() + size_;
    char* const base = begin_ - phase();
    for (std::int32_t at = thread * 16; at < end; at += threads * 16) {
      if (at >= phase() && at + 16 <= end) {
        *reinterpret_cast<uint4*>(base + at) = *reinterpret_cast<uint4 const*>(shared_ + at);
      } else {
        // The two ends share their piece with the neighbours' text.
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
