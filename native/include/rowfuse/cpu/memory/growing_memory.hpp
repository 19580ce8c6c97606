#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include <rowfuse/cpu/memory/huge_pages.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>

namespace rowfuse::cpu {

/// Memory that keeps its content when it grows. New bytes are undefined.
class GrowingMemory {
 public:
  GrowingMemory() = default;
  GrowingMemory(GrowingMemory&& other) noexcept
      : share_{std::move(other.share_)}, data_{std::exchange(other.data_, nullptr)}, bytes_{std::exchange(other.bytes_, 0)} {}
  GrowingMemory& operator=(GrowingMemory&& other) noexcept {
    std::swap(share_, other.share_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~GrowingMemory() { std::free(data_); }

  char* data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }

  /// Sets the budget in which the memory counts. Called before anything is reserved.
  void count_in(MemoryBudget* budget) { share_ = MemoryShare{budget}; }

  /// Makes room for at least `bytes` bytes. Returns false, without a change, if there is no memory.
  bool reserve(std::int64_t bytes) {
    if (bytes <= bytes_) return true;
    std::int64_t larger = std::max(bytes, bytes_ + bytes_ / 2);
    if (!share_.hold(larger)) {
      larger = bytes;  // the extra bytes may be what passes the limit
      if (!share_.hold(larger)) return false;
    }
    void* const data = std::realloc(data_, static_cast<std::size_t>(larger));
    if (data == nullptr) return share_.hold(bytes_), false;
    data_ = static_cast<char*>(data);
    bytes_ = larger;
    ask_for_huge_pages(data, larger);
    return true;
  }

 private:
  MemoryShare share_;
  char* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

}  // namespace rowfuse::cpu
