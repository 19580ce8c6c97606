#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::arrow {

/// Bit `index` of an Arrow bitmap: least significant bit first.
RF_HD inline bool bit_at(void const* bitmap, std::int64_t index) {
  return (static_cast<std::uint8_t const*>(bitmap)[index >> 3] >> (index & 7) & 1) != 0;
}

/// Bytes that hold `bits` bits.
RF_HD constexpr std::int64_t bitmap_bytes(std::int64_t bits) { return (bits + 7) >> 3; }

}  // namespace rowfuse::arrow
