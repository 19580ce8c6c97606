#include "output_memory.hpp"

#include <algorithm>
#include <cstring>

#include "mapped_pages.hpp"

namespace rowfuse {

#if defined(_WIN32)
bool OutputMemory::available() { return false; }
#else
bool OutputMemory::available() { return true; }
#endif

OutputMemory OutputMemory::reserve(std::int64_t bytes) {
  char* const data = bytes <= 0 ? nullptr : map_pages(bytes);
  return data == nullptr ? OutputMemory{} : OutputMemory{data, bytes, nullptr};
}

OutputMemory OutputMemory::borrow(std::int64_t bytes) {
  if (bytes <= 0) return {};
  ResultBlocks::Block const block = ResultBlocks::shared().take(bytes);
  return block.data == nullptr ? reserve(bytes) : OutputMemory{block.data, bytes, block.slab};
}

void OutputMemory::shrink(std::int64_t bytes) {
  if (bytes >= size_) return;
  if (slab_ != nullptr) {
    if (bytes < size_ / 2) {
      OutputMemory smaller = borrow(bytes);
      if (bytes > 0 && smaller.data_ == nullptr) return;
      if (bytes > 0) std::memcpy(smaller.data_, data_, static_cast<std::size_t>(bytes));
      *this = std::move(smaller);
    }
    size_ = bytes;
    return;
  }
  std::size_t const kept = whole_pages(bytes);
  std::size_t const mapped = whole_pages(size_);
  if (kept < mapped) unmap_pages(data_ + kept, static_cast<std::int64_t>(mapped - kept));
  size_ = bytes;
  if (kept == 0) data_ = nullptr;
}

void OutputMemory::free(char* data, std::int64_t size, ResultBlocks::Slab* slab) {
  if (data == nullptr) return;
  if (slab != nullptr) {
    ResultBlocks::shared().give(slab, data);
  } else {
    unmap_pages(data, size);
  }
}

}  // namespace rowfuse
