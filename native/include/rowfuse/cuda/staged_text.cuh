#pragma once

#include <cstdint>

namespace rowfuse::cuda {

/// A block's piece of a text column, first written to shared memory row by row, then out as aligned 16-byte pieces: a
/// warp's short rows would otherwise be as many small stores.
template <int capacity>
class StagedText {
 public:
  /// `shared` holds capacity + 16 bytes, aligned to 16. The block's text goes to [begin, end).
  __device__ StagedText(char* shared, char* begin, char* end)
      : shared_(shared), begin_(begin), size_(static_cast<std::int32_t>(end - begin)), staged_(end - begin <= capacity) {}

  /// Where to write the text whose destination is `destination`.
  __device__ char* target(char* destination) const {
    return staged_ ? shared_ + phase() + (destination - begin_) : destination;
  }

  /// Copies what was staged. All threads of the block, after all have written and met at a barrier.
  __device__ void flush(int block_threads) const {
    if (!staged_) return;
    // Shared memory starts at the destination's own distance from a 16-byte boundary, so that pieces line up.
    auto const end = phase() + size_;
    char* const base = begin_ - phase();
    for (std::int32_t at = static_cast<std::int32_t>(threadIdx.x) * 16; at < end; at += block_threads * 16) {
      if (at >= phase() && at + 16 <= end) {
        *reinterpret_cast<uint4*>(base + at) = *reinterpret_cast<uint4 const*>(shared_ + at);
      } else {
        // The two ends share their piece with the neighbouring blocks.
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
