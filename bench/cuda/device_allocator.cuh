#pragma once

#include "cuda_check.cuh"
//
#include <cstddef>
#include <utility>

namespace bench {

/// Sources of a run's device memory.
enum class MemorySource {
  pool,   ///< the stream-ordered pool, which keeps freed memory (the program sets its release threshold)
  direct  ///< cudaMalloc and cudaFree, which wait for the device
};

/// Device memory of one source, for work on one stream. A stream alone means the pool.
class Allocator {
 public:
  Allocator(cudaStream_t stream, MemorySource source = MemorySource::pool) : stream_(stream), source_(source) {}

  cudaStream_t stream() const { return stream_; }

  template <class Item>
  Item* take(std::size_t count) const {
    void* memory = nullptr;
    std::size_t const bytes = (count == 0 ? 1 : count) * sizeof(Item);
    if (source_ == MemorySource::pool) {
      CUDA_CHECK(cudaMallocAsync(&memory, bytes, stream_));
    } else {
      CUDA_CHECK(cudaMalloc(&memory, bytes));
    }
    return static_cast<Item*>(memory);
  }

  void give(void* memory) const {
    if (source_ == MemorySource::pool) {
      CUDA_CHECK(cudaFreeAsync(memory, stream_));
    } else {
      CUDA_CHECK(cudaFree(memory));
    }
  }

 private:
  cudaStream_t stream_;
  MemorySource source_;
};

/// An array of device memory that returns to its source at the end of its life.
template <class Item>
class Array {
 public:
  Array(Allocator const& allocator, std::size_t count) : allocator_(allocator), items_(allocator.take<Item>(count)), count_(count) {}
  Array(Array&& other) noexcept : allocator_(other.allocator_), items_(std::exchange(other.items_, nullptr)), count_(other.count_) {}
  Array& operator=(Array&&) = delete;
  ~Array() {
    if (items_ != nullptr) allocator_.give(items_);
  }

  Item* get() const { return items_; }
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(Item); }
  /// Hands the memory over: the caller frees it.
  Item* release() { return std::exchange(items_, nullptr); }

 private:
  Allocator allocator_;
  Item* items_;
  std::size_t count_;
};

}  // namespace bench
