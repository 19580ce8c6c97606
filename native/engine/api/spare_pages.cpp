#include "spare_pages.hpp"

#include <algorithm>
#include <utility>

#include "mapped_pages.hpp"

namespace rowfuse {

SparePages& SparePages::shared() {
  static SparePages& pages = *new SparePages;
  return pages;
}

/// Removes and returns spare pages of at least `bytes` bytes, if there are any.
SparePages::Pages SparePages::find(std::int64_t bytes) {
  std::lock_guard const lock(mutex_);
  auto const found = std::find_if(spare_.begin(), spare_.end(), [&](Pages const& pages) { return pages.size >= bytes; });
  if (found == spare_.end()) return {};
  Pages const pages = *found;
  spare_.erase(found);
  return pages;
}

/// Unmaps all spare pages.
void SparePages::drop() {
  std::deque<Pages> dropped;
  {
    std::lock_guard const lock(mutex_);
    std::swap(dropped, spare_);
  }
  for (Pages const& pages : dropped) unmap_pages(pages.data, pages.size);
}

SparePages::Pages SparePages::take(std::int64_t bytes) {
  if (Pages const pages = find(bytes); pages.data != nullptr) return pages;
  char* data = map_pages(bytes);
  if (data == nullptr) {
    drop();
    data = map_pages(bytes);
  }
  return {data, data == nullptr ? 0 : bytes};
}

void SparePages::give(Pages pages) {
  if (pages.size > largest) return unmap_pages(pages.data, pages.size);
  Pages oldest;
  {
    std::lock_guard const lock(mutex_);
    spare_.push_back(pages);
    if (spare_.size() <= most) return;
    oldest = spare_.front();
    spare_.pop_front();
  }
  unmap_pages(oldest.data, oldest.size);
}

}  // namespace rowfuse
