#pragma once

#include <atomic>
#include <cstdint>

namespace rowfuse {

/// The pages of memory that several threads write from its beginning to its end, perhaps for the first time: brings each in
/// a little ahead of them, by one thread.
///
/// Left to themselves, threads that write neighbouring tiles touch a huge page at the same moment. The system then clears
/// one for each of them, and throws away all but one: four huge pages of five were cleared by both of two threads.
class FirstTouch {
 public:
  /// Nothing to do.
  FirstTouch() = default;
  /// Memory of `bytes` bytes that `threads` threads write. Nothing is done for less than two huge pages, for memory whose
  /// middle has been touched already, and where the system has no such service.
  FirstTouch(void* data, std::int64_t bytes, int threads);

  /// Returns when each page below `needed` is there, or some thread has gone to bring it in. Goes for one more, where a group
  /// of a page a thread has been begun that ends below `most`: threads that wait for each other's tiles do best to spend that
  /// time together. Any thread. What the memory holds stays as it is.
  void reach(std::int64_t needed, std::int64_t most);

 private:
  char* data_ = nullptr;
  std::int64_t bytes_ = 0;
  std::int64_t group_bytes_ = 0;
  std::atomic<std::int64_t> next_{0};  ///< of what nobody has gone for yet
};

}  // namespace rowfuse
