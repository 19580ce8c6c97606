#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <utility>

namespace rowfuse {

/// The limit on the host memory of one call. All code that allocates for the call counts the bytes first. A request past the limit is
/// refused as if there were no memory. May be used on any thread.
class MemoryBudget {
 public:
  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

  MemoryBudget() = default;
  MemoryBudget(MemoryBudget const&) = delete;
  MemoryBudget& operator=(MemoryBudget const&) = delete;
  /// Memory that still counts here was leaked by its owner.
  ~MemoryBudget() {
    std::int64_t const left = held();
    all_held().fetch_sub(left, std::memory_order_relaxed);
    all_forgotten().fetch_add(left, std::memory_order_relaxed);
  }

  /// Applies to later requests. Called between two passes.
  void set_limit(std::int64_t bytes) { limit_ = bytes; }

  /// Counts `bytes` in; returns false if they would pass the limit.
  bool take(std::int64_t bytes) {
    std::int64_t held = held_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ - held) return refuse(held, bytes);
    } while (!held_.compare_exchange_weak(held, held + bytes, std::memory_order_relaxed));
    all_held().fetch_add(bytes, std::memory_order_relaxed);
    return true;
  }
  /// Counts out memory that has been freed.
  void give(std::int64_t bytes) {
    held_.fetch_sub(bytes, std::memory_order_relaxed);
    all_held().fetch_sub(bytes, std::memory_order_relaxed);
  }

  std::int64_t held() const { return held_.load(std::memory_order_relaxed); }
  /// Returns what the call would have held if its first request past the limit had been granted; 0 if there was none.
  std::int64_t wanted() const { return wanted_.load(std::memory_order_relaxed); }

  /// Over all calls of the process: the bytes counted in, and the bytes still counted when calls ended.
  static std::atomic<std::int64_t>& all_held() {
    static std::atomic<std::int64_t> bytes{0};
    return bytes;
  }
  static std::atomic<std::int64_t>& all_forgotten() {
    static std::atomic<std::int64_t> bytes{0};
    return bytes;
  }

 private:
  bool refuse(std::int64_t held, std::int64_t bytes) {
    std::int64_t none = 0;
    wanted_.compare_exchange_strong(none, bytes > unlimited - held ? unlimited : held + bytes, std::memory_order_relaxed);
    return false;
  }

  std::int64_t limit_ = unlimited;
  std::atomic<std::int64_t> held_{0};
  std::atomic<std::int64_t> wanted_{0};
};

/// Memory that counts as long as this object lives. Without a budget nothing is counted.
class MemoryShare {
 public:
  MemoryShare() = default;
  explicit MemoryShare(MemoryBudget* budget) : budget_{budget} {}
  MemoryShare(MemoryShare&& other) noexcept : budget_{other.budget_}, bytes_{std::exchange(other.bytes_, 0)} {}
  MemoryShare& operator=(MemoryShare&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~MemoryShare() { release(); }

  MemoryBudget* budget() const { return budget_; }

  /// Sets the counted bytes to `bytes`. Returns false, without a change, if the budget refuses the increase.
  bool hold(std::int64_t bytes) {
    if (budget_ == nullptr) return true;
    if (bytes > bytes_ && !budget_->take(bytes - bytes_)) return false;
    if (bytes < bytes_) budget_->give(bytes_ - bytes);
    bytes_ = bytes;
    return true;
  }
  void release() { hold(0); }

 private:
  MemoryBudget* budget_ = nullptr;
  std::int64_t bytes_ = 0;
};

}  // namespace rowfuse
