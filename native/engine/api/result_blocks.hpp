#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace rowfuse {

/// Blocks of memory for results of up to some megabytes. A block that is given back is lent again, and its pages are then present.
///
/// A short call otherwise spends most of its time in page faults. Fresh pages of 4 KB took 36 µs for 10,000 doubles, fresh huge pages 8 µs,
/// and present pages 1 µs. JavaScript gives results back in batches, when it collects garbage.
///
/// Blocks are cut from slabs, each for one size class. A slab without a lent block serves any class. Up to `most_idle` bytes of such slabs
/// are kept: V8 collects young objects when they hold 32 MB of buffers, if not before. May be used on any thread.
class ResultBlocks {
 public:
  class Slab;
  struct Block {
    char* data = nullptr;
    std::int64_t size = 0;
    Slab* slab = nullptr;
  };

  static constexpr std::int64_t largest = std::int64_t{8} << 20;
  static constexpr std::int64_t most_idle = std::int64_t{40} << 20;

  ResultBlocks();
  ResultBlocks(ResultBlocks const&) = delete;
  ResultBlocks& operator=(ResultBlocks const&) = delete;
  /// All blocks have to be back.
  ~ResultBlocks();

  /// Returns the blocks of the process. They are never destroyed, because JavaScript may hold results until the process ends.
  static ResultBlocks& shared();

  /// Lends a block of at least `bytes` bytes, aligned to a page. Its content is undefined: it may be an earlier result's. Lends nothing for
  /// more than `largest`, or if there is no memory.
  Block take(std::int64_t bytes);
  void give(Slab* slab, char* data);

  /// Returns the bytes of slabs that have a lent block.
  std::int64_t busy_bytes() const;
  /// Returns the bytes of slabs that have none.
  std::int64_t idle_bytes() const;

 private:
  std::unique_ptr<Slab> idle_slab(std::int64_t bytes);

  mutable std::mutex mutex_;
  std::vector<std::vector<Slab*>> open_;     ///< by size class: slabs with both lent and free blocks
  std::deque<std::unique_ptr<Slab>> idle_;  ///< slabs without a lent block, the latest last
  std::int64_t idle_bytes_ = 0;
  std::int64_t busy_bytes_ = 0;  ///< of slabs that belong to their lent blocks
  bool is_first_ = true;
};

}  // namespace rowfuse
