#pragma once

#include <cstdint>
#include <utility>

namespace rowfuse {

/// Memory for a result whose size is unknown but has an upper bound. It reserves address space for the bound at once. Pages are taken as
/// they are touched, and unused ones are returned to the system.
class OutputMemory {
 public:
  /// Returns false if the system has no such memory; `reserve` then returns nothing.
  static bool available();

  OutputMemory() = default;
  /// Returns `bytes` bytes, or nothing. Large memory begins at a huge page.
  static OutputMemory reserve(std::int64_t bytes);
  OutputMemory(OutputMemory&& other) noexcept : data_{std::exchange(other.data_, nullptr)}, size_{std::exchange(other.size_, 0)} {}
  OutputMemory& operator=(OutputMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~OutputMemory() { free(data_, size_); }

  char* data() const { return data_; }
  std::int64_t size() const { return size_; }

  /// Keeps the first `bytes` bytes.
  void shrink(std::int64_t bytes);
  /// Hands the memory over; `free(data, size)` frees it, on any thread.
  char* release() {
    size_ = 0;
    return std::exchange(data_, nullptr);
  }
  static void free(char* data, std::int64_t size);

 private:
  OutputMemory(char* data, std::int64_t size) : data_{data}, size_{size} {}

  char* data_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace rowfuse
