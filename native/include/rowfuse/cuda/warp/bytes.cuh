#pragma once

#include <cstdint>

namespace rowfuse::cuda {

inline constexpr unsigned full_warp = 0xFFFFFFFFu;

/// Returns this lane's share of the bytes of [begin, end), or-ed into four; the 32 lanes together cover every byte. All lanes pass the
/// same arguments. [readable, readable_end) may be read, and may be larger.
///
/// Reads whole aligned 16-byte pieces where they are readable, so the result can include neighbouring bytes. It may then report an ASCII
/// range as not ASCII, which costs time but not correctness.
__device__ inline std::uint32_t or_of_bytes(char const* begin, char const* end, char const* readable, char const* readable_end) {
  auto const lane = threadIdx.x & 31;
  auto const first = reinterpret_cast<std::uintptr_t>(begin);
  auto const last = reinterpret_cast<std::uintptr_t>(end);
  std::uintptr_t from = first & ~std::uintptr_t{15};
  std::uintptr_t to = (last + 15) & ~std::uintptr_t{15};
  std::uint32_t bytes = 0;
  // Only the first and the last warp of a column have pieces that cross its ends. Their bytes are read one by one.
  if (from < reinterpret_cast<std::uintptr_t>(readable)) {
    from += 16;
    if (first + lane < from && first + lane < last) bytes |= static_cast<unsigned char>(begin[lane]);
  }
  if (to > reinterpret_cast<std::uintptr_t>(readable_end)) {
    to -= 16;
    if (to >= from && to + lane < last) bytes |= static_cast<unsigned char>(*reinterpret_cast<char const*>(to + lane));
  }
  for (std::uintptr_t at = from + lane * 16; at < to; at += 32 * 16) {
    uint4 const piece = __ldg(reinterpret_cast<uint4 const*>(at));
    bytes |= piece.x | piece.y | piece.z | piece.w;
  }
  return bytes;
}

}  // namespace rowfuse::cuda
