#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/group/hash.hpp>
#include <rowfuse/group/hash_secret.hpp>

namespace rowfuse::cpu {

/// The text of a table of groups: memory that never moves and is freed all at once.
class GroupMemory {
 public:
  explicit GroupMemory(MemoryBudget* budget) : share_{budget} {}

  /// Returns `bytes` bytes, aligned to 8. Returns null if there is no memory, which `exhausted` remembers.
  char* take(std::int64_t bytes) {
    bytes = (bytes + 7) & ~std::int64_t{7};
    if (bytes > left_ && !reserve(bytes)) return nullptr;
    char* const taken = at_;
    at_ += bytes;
    left_ -= bytes;
    return taken;
  }

  bool exhausted() const { return exhausted_; }

  /// Returns the secret for hashes of tables in this memory.
  static group::HashSecret const& hash_secret() { return group::hash_secret(); }

  /// Records that a group could not take a row.
  void refuse(std::int64_t number, RowFault fault) {
    if (refused_.fault && refused_.number <= number) return;
    refused_ = {number, fault};
  }

  /// The first row, in the order of the input, that a group could not take.
  struct Refused {
    std::int64_t number = -1;
    RowFault fault;
  };
  Refused const& refused() const { return refused_; }

 private:
  bool reserve(std::int64_t bytes) {
    constexpr std::int64_t most = 4 << 20;
    next_ = std::min(2 * next_, most);
    std::int64_t size = std::max(bytes, next_);
    if (!share_.hold(held_ + size)) {
      size = bytes;  // the extra bytes may be what passes the limit
      exhausted_ = !share_.hold(held_ + size);
    }
    std::unique_ptr<char[]> block(exhausted_ ? nullptr : new (std::nothrow) char[static_cast<std::size_t>(size)]);
    if (block == nullptr) {
      exhausted_ = true;
      return false;
    }
    held_ += size;
    at_ = block.get();
    left_ = size;
    blocks_.push_back(std::move(block));
    return true;
  }

  MemoryShare share_;
  std::int64_t held_ = 0;  ///< bytes of all blocks
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* at_ = nullptr;
  std::int64_t left_ = 0;
  std::int64_t next_ = 2048;
  bool exhausted_ = false;
  Refused refused_;
};

}  // namespace rowfuse::cpu
