#include "huge_pages.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace rowfuse {

void ask_for_huge_pages([[maybe_unused]] void* data, [[maybe_unused]] std::int64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (data == nullptr || bytes < 2 * huge_page_bytes) return;
  constexpr auto huge_page = static_cast<std::uintptr_t>(huge_page_bytes);
  auto const begin = (reinterpret_cast<std::uintptr_t>(data) + huge_page - 1) & ~(huge_page - 1);
  auto const end = (reinterpret_cast<std::uintptr_t>(data) + static_cast<std::uintptr_t>(bytes)) & ~(huge_page - 1);
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace rowfuse
