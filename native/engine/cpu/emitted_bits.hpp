#pragma once

#include <algorithm>
#include <cstdint>

#include <rowfuse/cpu/tile/map_tile.hpp>

namespace rowfuse::cpu {

/// A bitmap that tiles write one after the other, although they do not begin at whole bytes. The bits of a tile in a byte that it shares
/// with the next tile are carried to that tile.
class EmittedBits {
 public:
  /// Writes the bits of the `rows` rows from bit `first` on that share a byte with rows of other tiles. Called in the tile's turn. `flags`
  /// has one byte per row.
  void meet(std::uint8_t* bitmap, std::int64_t first, std::uint8_t const* flags, std::int64_t rows) {
    auto const shift = static_cast<int>(first & 7);
    std::int64_t const head = head_rows(first, rows);
    for (std::int64_t i = 0; i < head; ++i) carried_ = static_cast<std::uint8_t>(carried_ | flags[i] << (shift + i));
    if (shift + head == 8) {
      bitmap[first >> 3] = carried_;
      carried_ = 0;
    }
    std::int64_t const tail = (rows - head) & 7;
    for (std::int64_t i = 0; i < tail; ++i) carried_ = static_cast<std::uint8_t>(carried_ | flags[rows - tail + i] << i);
  }

  /// Writes the bytes that belong to the tile alone, at any time. Eight bytes past the flags must be readable.
  static void store(std::uint8_t* bitmap, std::int64_t first, std::uint8_t const* flags, std::int64_t rows) {
    std::int64_t const head = head_rows(first, rows);
    auto const whole = static_cast<std::int32_t>((rows - head) & ~std::int64_t{7});
    if (whole > 0) {
      detail::store_bits(bitmap + (first + head) / 8, reinterpret_cast<bool const*>(flags + head), whole);
    }
  }

  /// Writes the last byte. Called after the last tile.
  void finish(std::uint8_t* bitmap, std::int64_t rows) const {
    if ((rows & 7) != 0) bitmap[rows >> 3] = carried_;
  }

 private:
  /// Returns the number of rows that complete a begun byte.
  static std::int64_t head_rows(std::int64_t first, std::int64_t rows) { return (first & 7) == 0 ? 0 : std::min(rows, 8 - (first & 7)); }

  std::uint8_t carried_ = 0;
};

}  // namespace rowfuse::cpu
