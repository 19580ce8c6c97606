#pragma once

#include <cstdint>

namespace rowfuse::cuda {

inline constexpr unsigned full_warp = 0xFFFFFFFFu;

/// True on all lanes when no byte of [begin, end) has its high bit set. The same arguments on all 32 lanes;
/// [readable, readable_end) is what may be read, and may be more.
///
/// Whole aligned 16-byte pieces are read where they are readable: neighbours' bytes can only make the answer "no", which
/// costs time and no correctness. The loads are coalesced, and the row function finds its bytes in the L1 cache after.
__device__ inline bool warp_is_ascii(char const* begin, char const* end, char const* readable,
                                     char const* readable_end) {
  auto const lane = threadIdx.x & 31;
  auto const first = reinterpret_cast<std::uintptr_t>(begin);
  auto const last = reinterpret_cast<std::uintptr_t>(end);
  std::uintptr_t from = first & ~std::uintptr_t{15};
  std::uintptr_t to = (last + 15) & ~std::uintptr_t{15};
  std::uint32_t high = 0;
  // Only the first and the last warp of a column have pieces that cross its ends: those bytes one by one.
  if (from < reinterpret_cast<std::uintptr_t>(readable)) {
    from += 16;
    if (first + lane < from && first + lane < last) high |= static_cast<unsigned char>(begin[lane]);
  }
  if (to > reinterpret_cast<std::uintptr_t>(readable_end)) {
    to -= 16;
    if (to >= from && to + lane < last) high |= static_cast<unsigned char>(*reinterpret_cast<char const*>(to + lane));
  }
  for (std::uintptr_t at = from + lane * 16; at < to; at += 32 * 16) {
    uint4 const piece = __ldg(reinterpret_cast<uint4 const*>(at));
    high |= piece.x | piece.y | piece.z | piece.w;
  }
  return __any_sync(full_warp, (high & 0x80808080u) != 0) == 0;
}

}  // namespace rowfuse::cuda
