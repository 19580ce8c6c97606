/// Finding the place of a set bit by its number. Host only.
#pragma once

#include <cstdint>

#if !defined(RF_DEVICE_PASS) && defined(__BMI2__)
#include <immintrin.h>
#endif

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

#if !defined(RF_DEVICE_PASS)

/// Returns the place (0 to 31) of the set bit that has `rank` set bits below it. Some place if there is none.
RF_INLINE int32_t bit_select(uint32_t bits, int32_t rank) {
#if defined(__BMI2__)
  return static_cast<int32_t>(_tzcnt_u32(_pdep_u32(uint32_t{1} << (rank & 31), bits)) & 31u);
#else
  // Sums over 2, 4, 8 and 16 bits, through which the place is found from the widest to the narrowest.
  uint32_t const twos = bits - (bits >> 1 & 0x55555555u);
  uint32_t const fours = (twos & 0x33333333u) + (twos >> 2 & 0x33333333u);
  uint32_t const eights = (fours + (fours >> 4)) & 0x0F0F0F0Fu;
  uint32_t const sixteens = (eights + (eights >> 8)) & 0x00FF00FFu;
  auto left = static_cast<uint32_t>(rank);
  uint32_t place = 0;
  auto const skip = [&](uint32_t sums, uint32_t width) {
    uint32_t const below = sums >> place & ((uint32_t{1} << width) - 1);
    bool const is_above = left >= below;
    left -= is_above ? below : 0;
    place += is_above ? width : 0;
  };
  skip(sixteens, 16);
  skip(eights, 8);
  skip(fours, 4);
  skip(twos, 2);
  skip(bits, 1);
  return static_cast<int32_t>(place & 31u);
#endif
}

#endif

}  // namespace rowfuse::detail
