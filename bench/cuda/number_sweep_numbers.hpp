/// The doubles of a sweep.
#pragma once

#include <cstdint>

#include <rowfuse/number/math/double_bits.hpp>

#include "number_sweep_random.hpp"
#include "number_sweep_tables.hpp"

namespace sweep {

using rowfuse::math::detail::from_bits;
using rowfuse::math::detail::to_bits;

/// Regions of 32 cases each follow one another, so that the threads of a warp take the same path.
inline constexpr uint64_t regions = 16;
RF_HD inline int32_t region_of(uint64_t index) { return static_cast<int32_t>(index / 32 % regions); }
/// The place of a case among those of its region.
RF_HD inline uint64_t ordinal_of(uint64_t index) { return index / (32 * regions) * 32 + index % 32; }

inline constexpr char const* number_regions[regions] = {
    "random bits",
    "random bits",
    "random bits",
    "every exponent in turn, random fractions",
    "subnormals",
    "up to 16 places around every power of two, all of them in turn",
    "up to 50 places around every power of ten, all of them in turn",
    "up to 8192 places around 2^53",
    "up to 8192 places around 1e21",
    "up to 8192 places around 1e-6 and 1e-7",
    "integers of up to 64 bits",
    "integers of up to 32 bits",
    "integers divided by powers of ten: prices and the like",
    "few digits times a power of ten",
    "integers divided by powers of two: ties of every length",
    "zeros, infinities, NaN, the largest and smallest",
};

RF_HD inline double moved(double positive, int64_t places) {
  int64_t const bits = static_cast<int64_t>(to_bits(positive)) + places;
  return from_bits(static_cast<uint64_t>(bits < 0 ? -bits : bits));
}

RF_HD inline double special_number(int32_t which) {
  switch (which) {
    case 0: return 0;
    case 1: return from_bits(uint64_t{0x7FF} << 52);
    case 2: return from_bits(uint64_t{0x7FF8} << 48);
    case 3: return 5e-324;
    case 4: return 1.7976931348623157e308;
    case 5: return 0x1p-1022;
    case 6: return 0x0.fffffffffffffp-1022;
    case 7: return 123456789012345680000.0;
    case 8: return 0.000001;
    case 9: return 9007199254740991.0;
    case 10: return 1.005;
    default: return 0.5;
  }
}

RF_HD inline double number_of(Random& random, int32_t region, uint64_t ordinal, Tables const& tables) {
  uint64_t const bits = random.bits();
  bool const is_negative = random.below(4) == 0;
  double const scale = static_cast<double>(uint64_t{1} << (bits >> 58));
  double value;
  switch (region) {
    case 3: return from_bits((ordinal % 2047) << 52 | (bits & 0x800FFFFFFFFFFFFFu));
    case 4: value = from_bits((bits & 0xFFFFFFFFFFFFFu) >> random.below(52)); break;
    case 5: {
      auto const exponent = static_cast<int32_t>(ordinal % 2098);
      double const power = from_bits(exponent < 52 ? uint64_t{1} << exponent : static_cast<uint64_t>(exponent - 51) << 52);
      value = moved(power, static_cast<int64_t>(ordinal / 2098 % 33) - 16);
      break;
    }
    case 6: value = moved(tables.powers_of_ten[ordinal % Tables::powers], static_cast<int64_t>(ordinal / Tables::powers % 101) - 50); break;
    case 7: value = moved(9007199254740992.0, static_cast<int64_t>(ordinal % 16385) - 8192); break;
    case 8: value = moved(1e21, static_cast<int64_t>(ordinal % 16385) - 8192); break;
    case 9: value = moved((bits & 1) != 0 ? 1e-6 : 1e-7, static_cast<int64_t>(ordinal % 16385) - 8192); break;
    case 10: value = static_cast<double>(bits >> random.below(64)); break;
    case 11: value = static_cast<double>(static_cast<uint32_t>(bits) >> random.below(32)); break;
    case 12:
      value = static_cast<double>(bits % 1000000000000 >> random.below(36));
      value /= tables.powers_of_ten[random.below(13) - Tables::lowest_power];
      break;
    case 13:
      value = static_cast<double>(bits % 100000000 >> random.below(24));
      value *= tables.powers_of_ten[random.below(Tables::powers)];
      break;
    case 14: value = static_cast<double>((bits & 0x3FFFFFFFFFFFFFFu) >> random.below(56)) / scale; break;
    case 15: value = special_number(static_cast<int32_t>(bits % 12)); break;
    default: return from_bits(bits);
  }
  return is_negative ? -value : value;
}

/// Returns a double of any region.
RF_HD inline double any_number(Random& random, Tables const& tables) {
  uint64_t const ordinal = random.bits() >> 20;
  int32_t const region = random.below(regions);
  return number_of(random, region, ordinal, tables);
}

}  // namespace sweep
