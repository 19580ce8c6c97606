/// Tables from which the cases of a sweep are made, besides randomness: computed once by the host, and copied to the device.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/math/two_over_pi.hpp>

namespace sweep {

/// Pointers to host or to device memory.
struct Tables {
  double const* powers_of_ten;  // from 10^lowest_power to 10^308, as the C library reads them
  double const* thresholds;
  int32_t threshold_count;
  double const* quarter_turns;
  int32_t quarter_turn_count;

  static constexpr int32_t lowest_power = -323;
  static constexpr int32_t powers = 308 - lowest_power + 1;
};

namespace detail {

inline std::vector<double> powers_of_ten() {
  std::vector<double> powers;
  for (int32_t exponent = Tables::lowest_power; exponent <= 308; ++exponent)
    powers.push_back(std::strtod(("1e" + std::to_string(exponent)).c_str(), nullptr));
  return powers;
}

/// Points where a function of Math takes another path; their neighbourhood is searched.
inline std::vector<double> thresholds() {
  std::vector<double> values{
      0,
      5e-324,
      0x1p-1022,
      7.0 / 16,
      11.0 / 16,
      19.0 / 16,
      39.0 / 16,
      0.3,
      0.6744,
      0.78125,
      0.975,
      1.5,
      22,
      38.816242111356935,
      0.34657359027997264,
      1.0397207708399179,
      1.4142135623730951,
      0.7071067811865476,
      0.41421356237309515,
      0.29289321881345254,
      1.224744871391589,
      1.7320508075688772,
      709.78,
      709.782712893384,
      710.4758600739439,
      745.1332191019411,
      708.3964185322641,
      1023,
      1024,
      1074,
      1075,
      2.718281828459045,
      0.7853981633974483,
      2.356194490192345,
      823549.6645826427,
      1.7976931348623157e308,
  };
  for (int const exponent : {-58, -57, -55, -54, -29, -28, -27, -20, -1, 0, 1, 19, 20, 21, 22, 23, 24, 28, 31, 32, 52, 53, 54, 63, 64, 66})
    values.push_back(std::ldexp(1.0, exponent));
  return values;
}

/// The first 128 bits after the binary point of 2^exponent 2/pi.
inline unsigned __int128 bits_of_two_over_pi(int32_t exponent) {
  unsigned __int128 bits = 0;
  for (int32_t i = 0; i < 128; ++i) {
    int32_t const place = exponent + i;  // from 0 on
    if (place < 0) continue;
    int32_t const digit = rowfuse::math::detail::two_over_pi.digits[place / 24];
    bits |= static_cast<unsigned __int128>(digit >> (23 - place % 24) & 1) << (127 - i);
  }
  return bits;
}

/// The doubles that are closest to multiples of pi/2, of every size: m 2^e where m is a denominator of a convergent of 2^e 2/pi. No
/// others lose as many bits in the reduction. The digits before the binary point add whole quarter turns, and 128 bits after it decide
/// all denominators below 2^53.
inline std::vector<double> quarter_turns() {
  std::vector<double> found;
  for (int32_t exponent = -60; exponent <= 971; ++exponent) {
    unsigned __int128 above = bits_of_two_over_pi(exponent);
    unsigned __int128 below = -above % above;  // 2^128 modulo `above`
    auto next = static_cast<uint64_t>(-above / above) + 1;
    uint64_t denominator = 1;
    while (next < uint64_t{1} << 53) {
      // The last ones below 2^53 are the closest.
      if (next >= uint64_t{1} << 40) found.push_back(std::ldexp(static_cast<double>(next), exponent));
      if (below == 0) break;
      unsigned __int128 const quotient = above / below;
      if (quotient > (uint64_t{1} << 53) / next) break;
      unsigned __int128 const rest = above % below;
      above = below;
      below = rest;
      uint64_t const later = static_cast<uint64_t>(quotient) * next + denominator;
      denominator = next;
      next = later;
    }
  }
  return found;
}

}  // namespace detail

/// The tables in host memory.
class HostTables {
 public:
  std::vector<double> powers_of_ten = detail::powers_of_ten();
  std::vector<double> thresholds = detail::thresholds();
  std::vector<double> quarter_turns = detail::quarter_turns();

  Tables tables() const {
    return {powers_of_ten.data(), thresholds.data(), static_cast<int32_t>(thresholds.size()), quarter_turns.data(),
            static_cast<int32_t>(quarter_turns.size())};
  }
};

}  // namespace sweep
