#pragma once

#include <atomic>
#include <cstdint>

namespace rowfuse {

/// The pages of memory that several threads write from beginning to end, perhaps for the first time. One thread brings in each page a
/// little ahead of the writers.
///
/// Otherwise threads that write neighbouring tiles touch a huge page at the same moment. The system then clears one page for each of them
/// and discards all but one. With two threads, four of five huge pages were cleared by both.
class FirstTouch {
 public:
  /// An object without memory, for which `reach` does nothing.
  FirstTouch() = default;
  /// Memory of `bytes` bytes that `threads` threads write. `reach` does nothing for less than two huge pages, for memory whose middle has
  /// been touched already, and on systems without this service.
  FirstTouch(void* data, std::int64_t bytes, int threads);

  /// Returns once each page below `needed` is present, or some thread is bringing it in. Brings in one page more if a group of one page per
  /// thread has been begun that ends below `most`, because threads that wait for each other's tiles best spend that time together. May be
  /// called on any thread. The content of the memory is kept.
  void reach(std::int64_t needed, std::int64_t most);

 private:
  char* data_ = nullptr;
  std::int64_t bytes_ = 0;
  std::int64_t group_bytes_ = 0;
  std::atomic<std::int64_t> next_{0};  ///< the first page that no thread has begun to bring in
};

}  // namespace rowfuse
