#include "mapped_pages.hpp"

#include <rowfuse/cpu/memory/huge_pages.hpp>

#if !defined(_WIN32)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace rowfuse {

#if defined(_WIN32)

std::size_t whole_pages(std::int64_t bytes) { return static_cast<std::size_t>(bytes); }
char* map_pages(std::int64_t, bool) { return nullptr; }
void unmap_pages(char*, std::int64_t) {}

#else

std::size_t whole_pages(std::int64_t bytes) {
  static auto const page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (static_cast<std::size_t>(bytes) + page - 1) / page * page;
}

char* map_pages(std::int64_t bytes, bool aligned) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(MAP_NORESERVE)
  flags |= MAP_NORESERVE;  // not all of an upper bound will be used
#endif
  std::size_t const mapped = whole_pages(bytes);
  std::size_t const spare = aligned || bytes >= 2 * huge_page_bytes ? static_cast<std::size_t>(huge_page_bytes) : 0;
  void* const whole = mmap(nullptr, mapped + spare, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (whole == MAP_FAILED) return nullptr;
  auto* const first = static_cast<char*>(whole);
  std::size_t const before = spare == 0 ? 0 : -reinterpret_cast<std::uintptr_t>(whole) % spare;
  if (before > 0) munmap(first, before);
  if (before < spare) munmap(first + before + mapped, spare - before);
  return first + before;
}

void unmap_pages(char* data, std::int64_t bytes) { munmap(data, whole_pages(bytes)); }

#endif

}  // namespace rowfuse
