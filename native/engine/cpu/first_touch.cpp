#include "first_touch.hpp"

#include <algorithm>

#include <rowfuse/cpu/memory/huge_pages.hpp>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#if !defined(MADV_POPULATE_WRITE)
#define MADV_POPULATE_WRITE 23  // Linux 5.14. Older kernels refuse it, older headers lack it
#endif
#endif

namespace rowfuse {

#if defined(__linux__)

namespace {

/// This many threads that clear pages at the same time saturate the memory of most machines.
constexpr int most_at_once = 8;

std::uintptr_t page_bytes() {
  static auto const bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

bool is_there(char const* byte) {
  unsigned char resident = 0;
  auto const page = reinterpret_cast<std::uintptr_t>(byte) & ~(page_bytes() - 1);
  return mincore(reinterpret_cast<void*>(page), 1, &resident) == 0 && (resident & 1) != 0;
}

/// Makes the pages of [begin, end) present and writable, and keeps their content. Returns false if the system cannot.
bool populate(char* begin, char* end) {
  auto const first = reinterpret_cast<std::uintptr_t>(begin) & ~(page_bytes() - 1);
  auto const last = (reinterpret_cast<std::uintptr_t>(end) + page_bytes() - 1) & ~(page_bytes() - 1);
  return madvise(reinterpret_cast<void*>(first), last - first, MADV_POPULATE_WRITE) == 0;
}

}  // namespace

FirstTouch::FirstTouch(void* data, std::int64_t bytes, int threads)
    : data_(static_cast<char*>(data)), group_bytes_(std::clamp(threads, 1, most_at_once) * huge_page_bytes) {
  // Present memory is that of an earlier result. Requesting it again would take 90 µs for 2 MB in pages of 4 KB.
  if (data != nullptr && bytes >= 2 * huge_page_bytes && !is_there(data_ + bytes / 2)) bytes_ = bytes;
}

void FirstTouch::reach(std::int64_t needed, std::int64_t most) {
  if (bytes_ == 0) return;
  needed = std::min(needed, bytes_);
  // The end of the group that begins within the next huge page.
  std::int64_t const group = (needed + huge_page_bytes + group_bytes_ - 1) / group_bytes_ * group_bytes_;
  std::int64_t const ahead = std::min({group, std::max(most, needed), bytes_});
  std::int64_t begin = next_.load(std::memory_order_relaxed);
  for (bool one_more = true; begin < (one_more ? ahead : needed); one_more = false) {
    // Ends at a huge page boundary, so that no huge page is the work of two threads.
    auto const into_page = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data_ + begin) % huge_page_bytes);
    std::int64_t const end = std::min(begin + huge_page_bytes - into_page, bytes_);
    if (!next_.compare_exchange_weak(begin, end, std::memory_order_relaxed)) continue;
    if (!populate(data_ + begin, data_ + end)) next_.store(bytes_, std::memory_order_relaxed);  // on failure pages come as they are written
    begin = next_.load(std::memory_order_relaxed);
  }
}

#else

FirstTouch::FirstTouch(void*, std::int64_t, int) {}
void FirstTouch::reach(std::int64_t, std::int64_t) {}

#endif

}  // namespace rowfuse
