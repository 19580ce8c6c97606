#include "output_memory.hpp"

#include <cstring>

#include "mapped_pages.hpp"
#include "spare_pages.hpp"

namespace rowfuse {

#if defined(_WIN32)
bool OutputMemory::available() { return false; }
#else
bool OutputMemory::available() { return true; }
#endif

OutputMemory OutputMemory::reserve(std::int64_t bytes) {
  char* const data = bytes <= 0 ? nullptr : map_pages(bytes);
  return data == nullptr ? OutputMemory{} : OutputMemory{data, bytes, nullptr, false};
}

OutputMemory OutputMemory::borrow(std::int64_t bytes) {
  if (bytes <= 0) return {};
  ResultBlocks::Block const block = ResultBlocks::shared().take(bytes);
  return block.data == nullptr ? reserve(bytes) : OutputMemory{block.data, bytes, block.slab, false};
}

OutputMemory OutputMemory::borrow_at_least(std::int64_t bytes) {
  if (bytes <= ResultBlocks::largest) return borrow(bytes);
  SparePages::Pages const pages = SparePages::shared().take(bytes);
  return pages.data == nullptr ? OutputMemory{} : OutputMemory{pages.data, pages.size, nullptr, true};
}

bool OutputMemory::move_to_block(std::int64_t bytes) {
  ResultBlocks::Block const block = bytes == 0 ? ResultBlocks::Block{} : ResultBlocks::shared().take(bytes);
  if (bytes > 0 && block.data == nullptr) return false;
  if (bytes > 0) std::memcpy(block.data, data_, static_cast<std::size_t>(bytes));
  if (is_spare_) {
    SparePages::shared().give({data_, size_});
  } else {
    free(data_, size_, slab_);
  }
  data_ = block.data;
  size_ = bytes;
  slab_ = block.slab;
  is_spare_ = false;
  return true;
}

void OutputMemory::shrink(std::int64_t bytes) {
  if (bytes >= size_) return;
  bool const moves = slab_ != nullptr ? bytes < size_ / 2 : is_spare_ && bytes <= SparePages::most_copied;
  if (moves && move_to_block(bytes)) return;
  if (slab_ != nullptr) {
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
