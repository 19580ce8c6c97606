#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include <rowfuse/cpu/memory/memory_budget.hpp>

namespace rowfuse {

/// A series of equal units of work, handed out in increasing order.
class Work {
 public:
  /// `done` is called once, after the last unit returned or the work was cancelled. It may destroy the work.
  explicit Work(std::function<void()> done) : done_(std::move(done)) {}
  Work(Work const&) = delete;
  Work& operator=(Work const&) = delete;
  virtual ~Work() = default;

  /// Runs one unit. `scratch` has `scratch_bytes` bytes, aligned to 64, and belongs to the thread.
  virtual void run(std::int64_t unit, std::byte* scratch) = 0;
  /// Called if a thread could not get its scratch memory; the work has been cancelled.
  virtual void out_of_memory() = 0;

  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

 protected:
  /// Completes the result. Called once, just before `done`.
  virtual void conclude() {}

  std::int64_t units_ = 0;
  std::size_t scratch_bytes_ = 0;
  MemoryBudget* budget_ = nullptr;  // the budget in which scratch memory counts
  int max_threads_ = 1;

 private:
  friend class Pool;

  void finish() {
    conclude();
    auto const done = std::move(done_);  // not a member: `done` may destroy the work before it returns
    done();
  }

  std::function<void()> done_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> cancelled_{false};
  int active_ = 0;       // guarded by the pool's mutex
  bool queued_ = false;  // likewise
};

/// Persistent threads that share the units of queued work. libuv's four threads stay free for file and network I/O.
class Pool {
 public:
  /// Returns the process's pool for row functions. It is never destroyed, because its threads may outlive the static destructors.
  static Pool& cpu();
  /// Returns a pool of a few threads that wait for devices, so that waiting never takes a thread from the rows.
  static Pool& device();

  /// Queues `work` on up to `threads` threads, and starts missing ones. Returns false if there is no thread at all.
  bool submit(Work& work, int threads);

  /// Runs units of `work` on the calling thread. Returns true if that completes the work, and false once the time is over while units are
  /// left, which `submit` then takes. Waking a thread, and the event loop for its result, took 60 to 150 µs of processor time.
  static bool run_here(Work& work, std::chrono::nanoseconds time);

  /// Lets no thread begin work any more, and waits until no thread works, but not longer than `patience`.
  void halt(std::chrono::milliseconds patience);

 private:
  class Scratch;

  static std::byte* scratch_of(Work& work, MemoryShare& share, Scratch& scratch);
  void start(int threads);
  void loop();
  Work* next();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable idle_;
  std::deque<Work*> queue_;
  int threads_ = 0;
  int busy_ = 0;
  bool halted_ = false;
};

/// Returns the number of threads that this process may run at once.
int default_threads();

}  // namespace rowfuse
