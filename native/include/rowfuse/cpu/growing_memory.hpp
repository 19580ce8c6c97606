#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include <rowfuse/cpu/huge_pages.hpp>

namespace rowfuse::cpu {

/// Memory that keeps what it holds when it grows. Its bytes mean nothing before they are written.
class GrowingMemory {
 public:
  GrowingMemory() = default;
  GrowingMemory(GrowingMemory&& other) noexcept
      : data_{std::exchange(other.data_, nullptr)}, bytes_{std::exchange(other.bytes_, 0)} {}
  GrowingMemory& operator=(GrowingMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~GrowingMemory() { std::free(data_); }

  char* data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }

  /// Room for at least `bytes` bytes; false where there is no memory, and nothing has changed.
  bool reserve(std::int64_t bytes) {
    if (bytes <= bytes_) return true;
    std::int64_t const larger = std::max(bytes, bytes_ + bytes_ / 2);
    void* const data = std::realloc(data_, static_cast<std::size_t>(larger));
    if (data == nullptr) return false;
    data_ = static_cast<char*>(data);
    bytes_ = larger;
    ask_for_huge_pages(data, larger);
    return true;
  }

 private:
  char* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

}  // namespace rowfuse::cpu
