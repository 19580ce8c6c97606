#pragma once

#include <cstdint>
#include <memory>

#include <rowfuse/arrow/bits.hpp>

#include "call_memory.hpp"

namespace rowfuse::portable {

/// A range of a bitmap, usually of validity. Without a bitmap, all bits are set.
struct BitRange {
  std::uint8_t const* bits = nullptr;
  std::int64_t offset = 0;

  bool has(std::int64_t at) const { return bits == nullptr || arrow::bit_at(bits, offset + at); }
};

/// Returns the bits that are set in both, of `count`.
inline BitRange both(BitRange const& some, BitRange const& others, std::int64_t count, CallMemory& memory) {
  if (some.bits == nullptr) return others;
  if (others.bits == nullptr) return some;
  auto* const made = memory.take<std::uint8_t>(count / 8 + 1);
  for (std::int64_t at = 0; at < count; ++at) {
    if (some.has(at) && others.has(at)) made[at / 8] |= static_cast<std::uint8_t>(1 << (at & 7));
  }
  return {made, 0};
}

}  // namespace rowfuse::portable
