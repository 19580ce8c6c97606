#include "result_blocks.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include <rowfuse/cpu/memory/huge_pages.hpp>

#include "mapped_pages.hpp"

namespace rowfuse {

namespace {

constexpr std::int64_t smallest = std::int64_t{16} << 10;

struct SizeClass {
  std::size_t index = 0;
  std::int64_t bytes = smallest;
};

/// Four classes per power of two, so that at most a fifth of a block is unused.
SizeClass class_of(std::int64_t bytes) {
  SizeClass size;
  while (size.bytes < bytes) {
    size.bytes += static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(size.bytes)) / 4);
    ++size.index;
  }
  return size;
}

/// Returns the bytes of a slab: a huge page, or one block.
std::int64_t slab_bytes(std::int64_t block_bytes) { return std::max(block_bytes, huge_page_bytes); }

}  // namespace

/// Pages that are cut into blocks of one size class.
class ResultBlocks::Slab {
 public:
  Slab(char* data, std::int64_t bytes) : data_{data}, bytes_{bytes} {}
  Slab(Slab const&) = delete;
  Slab& operator=(Slab const&) = delete;
  ~Slab() { unmap_pages(data_, bytes_); }

  /// Cuts the pages into blocks. None may be lent.
  void cut(std::size_t size_class, std::int64_t block_bytes) {
    size_class_ = size_class;
    blocks_ = static_cast<std::size_t>(bytes_ / block_bytes);
    free_.clear();
    for (std::size_t block = blocks_; block-- > 0;) free_.push_back(data_ + static_cast<std::int64_t>(block) * block_bytes);
  }

  char* take() {
    char* const block = free_.back();
    free_.pop_back();
    return block;
  }
  void give(char* block) { free_.push_back(block); }

  bool is_full() const { return free_.empty(); }
  bool is_idle() const { return free_.size() == blocks_; }
  std::int64_t bytes() const { return bytes_; }
  std::size_t size_class() const { return size_class_; }

 private:
  char* const data_;
  std::int64_t const bytes_;
  std::size_t size_class_ = 0;
  std::size_t blocks_ = 0;
  std::vector<char*> free_;  // the block that was given back last is lent first, because it is in the caches
};

ResultBlocks::ResultBlocks() : open_(class_of(largest).index + 1) {}
ResultBlocks::~ResultBlocks() = default;

ResultBlocks& ResultBlocks::shared() {
  static ResultBlocks& blocks = *new ResultBlocks;
  return blocks;
}

std::unique_ptr<ResultBlocks::Slab> ResultBlocks::idle_slab(std::int64_t bytes) {
  auto const found = std::find_if(idle_.rbegin(), idle_.rend(), [&](auto const& slab) { return slab->bytes() == bytes; });
  if (found != idle_.rend()) {
    std::unique_ptr<Slab> slab = std::move(*found);
    idle_.erase(std::next(found).base());
    idle_bytes_ -= bytes;
    return slab;
  }
  char* const data = map_pages(bytes, true);
  if (data == nullptr) return nullptr;
  // The first touch of a huge page clears 2 MB, which would be most of the time of a program with a few short calls.
  if (!is_first_) prefer_huge_pages(data, bytes);
  is_first_ = false;
  return std::make_unique<Slab>(data, bytes);
}

ResultBlocks::Block ResultBlocks::take(std::int64_t bytes) {
  if (bytes > largest) return {};
  SizeClass const size = class_of(bytes);
  std::lock_guard const lock(mutex_);
  std::vector<Slab*>& open = open_[size.index];
  if (open.empty()) {
    std::unique_ptr<Slab> slab = idle_slab(slab_bytes(size.bytes));
    if (slab == nullptr) return {};
    slab->cut(size.index, size.bytes);
    busy_bytes_ += slab->bytes();
    open.push_back(slab.release());
  }
  Slab* const slab = open.back();
  char* const data = slab->take();
  if (slab->is_full()) open.pop_back();
  return {data, size.bytes, slab};
}

void ResultBlocks::give(Slab* slab, char* data) {
  std::lock_guard const lock(mutex_);
  std::vector<Slab*>& open = open_[slab->size_class()];
  if (slab->is_full()) open.push_back(slab);
  slab->give(data);
  if (!slab->is_idle()) return;
  open.erase(std::find(open.begin(), open.end(), slab));
  busy_bytes_ -= slab->bytes();
  idle_bytes_ += slab->bytes();
  idle_.emplace_back(slab);
  // The oldest go first, because the calls that they served may have ended.
  while (idle_bytes_ > most_idle) {
    idle_bytes_ -= idle_.front()->bytes();
    idle_.pop_front();
  }
}

std::int64_t ResultBlocks::busy_bytes() const {
  std::lock_guard const lock(mutex_);
  return busy_bytes_;
}

std::int64_t ResultBlocks::idle_bytes() const {
  std::lock_guard const lock(mutex_);
  return idle_bytes_;
}

}  // namespace rowfuse
