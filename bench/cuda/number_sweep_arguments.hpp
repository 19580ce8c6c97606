/// The arguments of the functions of Math in a sweep.
#pragma once

#include "number_sweep_numbers.hpp"

namespace sweep {

struct Arguments {
  double x;
  double y;
};

/// Returns a number of any kind that a function may treat specially.
RF_HD inline double argument(Random& random, int32_t region, uint64_t ordinal, Tables const& tables) {
  uint64_t const bits = random.bits();
  double const sign = (bits >> 63) != 0 ? -1.0 : 1.0;
  uint64_t const fraction = bits & 0x800FFFFFFFFFFFFFu;
  auto const around = [&random](double value, int32_t places) {
    return moved(value, static_cast<int64_t>(random.below(2 * places + 1)) - places);
  };
  switch (region) {
    case 2:  // from 2^-64 to 2^64
      return from_bits(fraction | static_cast<uint64_t>(959 + random.below(129)) << 52);
    case 3:  // every exponent
      return from_bits(fraction | ordinal % 2047 << 52);
    case 4: {  // around 1
      double const distance = random.unit() - 0.5;
      return sign * (1 + distance / static_cast<double>(uint64_t{1} << random.below(50)));
    }
    case 5:  // to both sides of a change of paths
    case 6: return sign * around(tables.thresholds[ordinal % static_cast<uint64_t>(tables.threshold_count)], 1 << random.below(24));
    case 7:  // around a multiple of an eighth of a turn
      return sign * around(static_cast<double>(bits >> 33 >> random.below(30)) * 0.7853981633974483, 32);
    case 8:  // the same, further out than the product is exact
      return sign * (0.7853981633974483 * from_bits(static_cast<uint64_t>(1023 + random.below(1000)) << 52 |
                                                    (fraction & ~uint64_t{0xFFFFF} & ~(uint64_t{1} << 63))));
    case 9:  // as close to a quarter turn as a double can be
      return sign * tables.quarter_turns[ordinal % static_cast<uint64_t>(tables.quarter_turn_count)];
    case 10:  // subnormal
      return sign * from_bits((bits & 0xFFFFFFFFFFFFFu) >> random.below(52));
    case 11: {  // integers and halves
      auto const integer = static_cast<double>(bits >> 33 >> random.below(31));
      return sign * integer / (random.flip() ? 2 : 1);
    }
    case 12:  // where exponentials are finite
      return (random.unit() * 2 - 1) * 760;
    case 13:  // between -2 and 2
      return sign * 2 * random.unit();
    case 14:  // decimals
      return sign * static_cast<double>(bits % 100000) / tables.powers_of_ten[random.below(7) - Tables::lowest_power];
    case 15:
      return random.below(16) == 0 ? sign * special_number(random.below(12))
                                   : from_bits(fraction | static_cast<uint64_t>(1003 + random.below(40)) << 52);
    default: return from_bits(bits);
  }
}

/// log2 of a positive number, roughly: by operations that every machine rounds equally.
RF_HD inline double rough_log2(double value) {
  uint64_t const bits = to_bits(value) & 0x7FFFFFFFFFFFFFFFu;
  return static_cast<double>(static_cast<int64_t>(bits >> 52) - 1023) + static_cast<double>(bits & 0xFFFFFFFFFFFFFu) * 0x1p-52;
}

/// A second argument, which is often related to the first.
RF_HD inline double second_argument(Random& random, double x, bool is_exponent, Tables const& tables) {
  if (random.below(3) == 0) {
    uint64_t const ordinal = random.bits() >> 20;
    int32_t const region = random.below(regions);
    return argument(random, region, ordinal, tables);
  }
  if (!is_exponent) {
    double const scale = from_bits(static_cast<uint64_t>(1023 - 70 + random.below(140)) << 52);
    return x * (random.unit() * 2 - 1) * scale;
  }
  switch (random.below(4)) {
    case 0: {  // small integers and halves
      auto const integer = static_cast<double>(random.below(200) - 100);
      return integer / (random.flip() ? 2 : 1);
    }
    case 1: {  // near overflow and underflow
      double const logarithm = rough_log2(x);
      double const distance = random.unit();
      double const closeness = 1 + distance / static_cast<double>(uint64_t{1} << random.below(40));
      return (random.unit() * 2200 - 1100) / (logarithm == 0 ? 1 : logarithm) * closeness;
    }
    case 2: {
      double const fraction = random.unit() * 2 - 1;
      return fraction * from_bits(static_cast<uint64_t>(1023 - 8 + random.below(40)) << 52);
    }
    default: {
      uint64_t const bits = random.bits() >> 33;
      return static_cast<double>(static_cast<int64_t>(bits >> random.below(31)) - 1048576);
    }
  }
}

}  // namespace sweep
