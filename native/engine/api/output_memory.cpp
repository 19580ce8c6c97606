#include "output_memory.hpp"

#include <rowfuse/cpu/memory/huge_pages.hpp>

#if !defined(_WIN32)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace rowfuse {

#if defined(_WIN32)

bool OutputMemory::available() { return false; }
OutputMemory OutputMemory::reserve(std::int64_t) { return {}; }
void OutputMemory::shrink(std::int64_t) {}
void OutputMemory::free(char*, std::int64_t) {}

#else

namespace {

std::size_t whole_pages(std::int64_t bytes) {
  static auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (static_cast<std::size_t>(bytes) + page - 1) / page * page;
}

}  // namespace

bool OutputMemory::available() { return true; }

OutputMemory OutputMemory::reserve(std::int64_t bytes) {
  if (bytes <= 0) return {};
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
  flags |= MAP_NORESERVE;  // not all of an upper bound will be used
#endif
  std::size_t const mapped = whole_pages(bytes);
  // Begins at a huge page, so that only the last one is cut.
  std::size_t const spare = bytes < 2 * huge_page_bytes ? 0 : static_cast<std::size_t>(huge_page_bytes);
  void* const whole = mmap(nullptr, mapped + spare, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (whole == MAP_FAILED) return {};
  auto* const first = static_cast<char*>(whole);
  std::size_t const before = spare == 0 ? 0 : -reinterpret_cast<std::uintptr_t>(whole) % spare;
  if (before > 0) munmap(first, before);
  if (before < spare) munmap(first + before + mapped, spare - before);
  return {first + before, bytes};
}

void OutputMemory::shrink(std::int64_t bytes) {
  if (bytes >= size_) return;
  std::size_t const kept = whole_pages(bytes);
  std::size_t const mapped = whole_pages(size_);
  if (kept < mapped) munmap(data_ + kept, mapped - kept);
  size_ = bytes;
  if (kept == 0) data_ = nullptr;
}

void OutputMemory::free(char* data, std::int64_t size) {
  if (data != nullptr) munmap(data, whole_pages(size));
}

#endif

}  // namespace rowfuse
