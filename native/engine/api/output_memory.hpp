#pragma once

#include <cstdint>
#include <utility>

#include "result_blocks.hpp"

namespace rowfuse {

/// Memory for a result whose size is unknown but has an upper bound: a block that is lent, or pages of its own. These are address space for
/// the bound, of which pages are taken as they are touched, and unused ones are returned to the system.
class OutputMemory {
 public:
  /// Returns false if the system has no such memory; `reserve` then returns nothing.
  static bool available();

  OutputMemory() = default;
  /// Returns `bytes` bytes of pages that are 0, or nothing. Large memory begins at a huge page.
  static OutputMemory reserve(std::int64_t bytes);
  /// Returns `bytes` bytes with undefined content, or nothing: a block, or pages of its own if there is no such block. JavaScript must not see
  /// a byte that has not been written, because it may be another result's.
  static OutputMemory borrow(std::int64_t bytes);
  /// Returns at least `bytes` bytes that the caller will shrink, or nothing: a block, or spare pages if there is no such block.
  static OutputMemory borrow_at_least(std::int64_t bytes);
  OutputMemory(OutputMemory&& other) noexcept
      : data_{std::exchange(other.data_, nullptr)},
        size_{std::exchange(other.size_, 0)},
        slab_{std::exchange(other.slab_, nullptr)},
        is_spare_{other.is_spare_} {}
  OutputMemory& operator=(OutputMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(slab_, other.slab_);
    std::swap(is_spare_, other.is_spare_);
    return *this;
  }
  ~OutputMemory() { free(data_, size_, slab_); }

  char* data() const { return data_; }
  std::int64_t size() const { return size_; }

  /// Keeps the first `bytes` bytes. They move to a smaller block if they fill less than half of their block, and to a block from spare pages.
  void shrink(std::int64_t bytes);
  /// The memory without its owner. `free(data, size, slab)` frees it, on any thread.
  struct Released {
    char* data;
    std::int64_t size;
    ResultBlocks::Slab* slab;
  };
  Released release() { return {std::exchange(data_, nullptr), std::exchange(size_, 0), std::exchange(slab_, nullptr)}; }
  static void free(char* data, std::int64_t size, ResultBlocks::Slab* slab);

 private:
  OutputMemory(char* data, std::int64_t size, ResultBlocks::Slab* slab, bool is_spare)
      : data_{data}, size_{size}, slab_{slab}, is_spare_{is_spare} {}

  /// Copies the first `bytes` bytes to a block. Returns false if there is none.
  bool move_to_block(std::int64_t bytes);

  char* data_ = nullptr;
  std::int64_t size_ = 0;
  ResultBlocks::Slab* slab_ = nullptr;  ///< null: pages of its own
  bool is_spare_ = false;
};

}  // namespace rowfuse
