#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace rowfuse {

/// Lets the tiles of a pass through one by one, in order. Writes before `pass` are visible to the thread whose `wait` for the next turn
/// returns.
class Turns {
 public:
  /// Waits for the turn of `tile` and returns true; returns false after `stop()`. Tiles are handed out in order and take about the same
  /// time, so the wait is mostly short: the thread polls for some microseconds before it sleeps.
  template <class Stop>
  bool wait(std::int64_t tile, Stop const& stop) {
    for (int i = 0; i < 1000; ++i) {
      if (next_.load(std::memory_order_acquire) == tile) return true;
      if (stop()) return false;
      pause();
    }
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1);
    bool stopped = false;
    // With a timeout, because a stop wakes no thread.
    while (next_.load() != tile && !(stopped = stop())) wake_.wait_for(lock, std::chrono::milliseconds(1));
    sleepers_.fetch_sub(1);
    return !stopped;
  }

  /// True if it is the turn of `tile`.
  bool is_at(std::int64_t tile) const { return next_.load(std::memory_order_acquire) == tile; }

  /// Ends the turn of `tile`.
  void pass(std::int64_t tile) {
    next_.store(tile + 1);  // ordered before the load: a sleeper that was not counted yet sees the new turn
    if (sleepers_.load() == 0) return;
    std::lock_guard const lock(mutex_);
    wake_.notify_all();
  }

 private:
  static void pause() {
#if defined(__SSE2__)
    _mm_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
    __asm__ __volatile__("yield");
#endif
  }

  std::atomic<std::int64_t> next_{0};
  std::atomic<int> sleepers_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
};

}  // namespace rowfuse
