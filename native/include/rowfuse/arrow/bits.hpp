#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::arrow {

/// Returns bit `index` of an Arrow bitmap, which counts from the least significant bit of each byte.
RF_HD inline bool bit_at(void const* bitmap, std::int64_t index) {
  return (static_cast<std::uint8_t const*>(bitmap)[index >> 3] >> (index & 7) & 1) != 0;
}

/// The number of bytes that hold `bits` bits.
RF_HD constexpr std::int64_t bitmap_bytes(std::int64_t bits) { return (bits + 7) >> 3; }

}  // namespace rowfuse::arrow
