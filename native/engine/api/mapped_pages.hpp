#pragma once

#include <cstddef>
#include <cstdint>

namespace rowfuse {

/// Returns `bytes`, rounded up to whole pages.
std::size_t whole_pages(std::int64_t bytes);

/// Maps `bytes` bytes of fresh pages, or returns null. Memory from two huge pages on begins at a huge page, so that only the last one is
/// cut, and so does memory with `aligned`. Always null on Windows.
char* map_pages(std::int64_t bytes, bool aligned = false);

/// Unmaps pages that `map_pages` has mapped.
void unmap_pages(char* data, std::int64_t bytes);

}  // namespace rowfuse
