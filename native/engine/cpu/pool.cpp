#include "pool.hpp"

#include <algorithm>
#include <new>
#include <system_error>
#include <thread>

namespace rowfuse {

/// Scratch memory that a thread keeps from one piece of work to the next.
class Pool::Scratch {
 public:
  Scratch() = default;
  Scratch(Scratch const&) = delete;
  Scratch& operator=(Scratch const&) = delete;
  ~Scratch() { release(); }

  /// Returns at least `bytes` bytes, or null.
  std::byte* reserve(std::size_t bytes) {
    if (bytes > size_ || data_ == nullptr) {
      release();
      std::size_t const rounded = std::max<std::size_t>(bytes, alignment);
      data_ = static_cast<std::byte*>(::operator new(rounded, std::align_val_t{alignment}, std::nothrow));
      size_ = data_ == nullptr ? 0 : rounded;
    }
    return data_;
  }

 private:
  static constexpr std::size_t alignment = 64;

  void release() {
    ::operator delete(data_, std::align_val_t{alignment});
    data_ = nullptr;
  }

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

int default_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Pool& Pool::cpu() {
  static Pool& pool = *new Pool;
  return pool;
}

Pool& Pool::device() {
  static Pool& pool = *new Pool;
  return pool;
}

void Pool::start(int threads) {
  for (; threads_ < threads; ++threads_) {
    try {
      std::thread([this] { loop(); }).detach();
    } catch (std::system_error const&) {
      return;  // the system's limit: go on with the threads that exist
    }
  }
}

bool Pool::submit(Work& work, int threads) {
  {
    std::lock_guard const lock(mutex_);
    start(threads);
    if (threads_ == 0) return false;
    work.max_threads_ = threads;
    work.queued_ = true;
    queue_.push_back(&work);
  }
  wake_.notify_all();
  return true;
}

/// Returns scratch memory for work. If there is none, cancels the work. The thread keeps the memory, but it counts only while the work uses
/// it.
std::byte* Pool::scratch_of(Work& work, MemoryShare& share, Scratch& scratch) {
  bool const counted = share.hold(static_cast<std::int64_t>(work.scratch_bytes_));
  std::byte* const memory = counted ? scratch.reserve(work.scratch_bytes_) : nullptr;
  if (memory == nullptr) {
    work.cancel();
    work.out_of_memory();
  }
  return memory;
}

bool Pool::run_here(Work& work, std::chrono::nanoseconds time) {
  thread_local Scratch scratch;
  auto const end = std::chrono::steady_clock::now() + time;
  {
    MemoryShare share{work.budget_};
    std::byte* const memory = scratch_of(work, share, scratch);
    while (!work.cancelled()) {
      std::int64_t const unit = work.next_.fetch_add(1, std::memory_order_relaxed);
      if (unit >= work.units_) break;
      work.run(unit, memory);
      if (unit + 1 < work.units_ && std::chrono::steady_clock::now() >= end) return false;
    }
  }
  work.finish();
  return true;
}

void Pool::halt(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  halted_ = true;
  idle_.wait_for(lock, patience, [&] { return busy_ == 0; });
}

/// Returns the oldest work that still takes threads. Called under the lock.
Work* Pool::next() {
  for (Work* work : queue_) {
    if (work->active_ < work->max_threads_) return work;
  }
  return nullptr;
}

void Pool::loop() {
  Scratch scratch;
  std::unique_lock lock(mutex_);
  for (;;) {
    Work* work = nullptr;
    wake_.wait(lock, [&] { return !halted_ && (work = next()) != nullptr; });
    ++work->active_;
    ++busy_;
    lock.unlock();

    {
      MemoryShare share{work->budget_};
      std::byte* const memory = scratch_of(*work, share, scratch);
      while (!work->cancelled()) {
        std::int64_t const unit = work->next_.fetch_add(1, std::memory_order_relaxed);
        if (unit >= work->units_) break;
        work->run(unit, memory);
      }
    }

    lock.lock();
    // No units are left to hand out, so no thread joins any more. The last to leave finishes the work.
    if (work->queued_) {
      queue_.erase(std::find(queue_.begin(), queue_.end(), work));
      work->queued_ = false;
    }
    if (--work->active_ == 0) {
      lock.unlock();
      work->finish();
      lock.lock();
    }
    --busy_;
    if (halted_) idle_.notify_all();
  }
}

}  // namespace rowfuse
