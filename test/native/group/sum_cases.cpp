/// Compares sums and variances of groups with their definitions in integers of any size, in any order, merged in any way.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <rowfuse/group/binned_sum.hpp>
#include <rowfuse/group/variance.hpp>

#include "big_integer.hpp"

namespace {

namespace rf = rowfuse;
using rf::group::BinnedSum;
using rf::group::FloatMoments;
using rf::group::IntegerMoments;

int cases = 0;
int failures = 0;
#define EXPECT(condition) (++cases, (condition) ? void() : (++failures, void(std::printf("sum_cases.cpp:%d: %s\n", __LINE__, #condition))))

bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

std::uint64_t bits_of(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// A finite double is (the result) * 2^-1074.
BigInteger integer_of(double x) {
  std::uint64_t const bits = bits_of(x);
  auto const biased = static_cast<int>(bits >> 52 & 0x7FF);
  std::uint64_t const fraction = bits & ((std::uint64_t{1} << 52) - 1);
  BigInteger const digits = BigInteger::of(biased == 0 ? fraction : fraction | std::uint64_t{1} << 52);
  BigInteger const magnitude = digits.shifted(biased == 0 ? 0 : biased - 1);
  return bits >> 63 != 0 ? magnitude.negated() : magnitude;
}

/// Returns the sum of integers, each cut below the lowest of `kept` bins of 32 bits.
BigInteger binned(std::vector<BigInteger> const& values, int kept) {
  int top = kept - 1;
  for (BigInteger const& value : values) top = std::max(top, (value.bits() - 1) / 32);
  BigInteger sum;
  for (BigInteger const& value : values) sum = sum.plus(value.without_bits_below(32 * (top - kept + 1)));
  return sum;
}

double defined_sum(std::vector<double> const& values, int kept) {
  std::vector<BigInteger> integers;
  bool nan = false;
  bool infinity = false;
  bool negative = false;
  for (double const x : values) {
    nan = nan || x != x;
    infinity = infinity || x > std::numeric_limits<double>::max();
    negative = negative || x < -std::numeric_limits<double>::max();
    if (x - x == 0) integers.push_back(integer_of(x));
  }
  if (nan || (infinity && negative)) return std::numeric_limits<double>::quiet_NaN();
  if (infinity) return std::numeric_limits<double>::infinity();
  if (negative) return -std::numeric_limits<double>::infinity();
  return binned(integers, kept).to_double(-1074);
}

/// Rounded to 53 bits, divided, and scaled: three roundings, the last of which affects subnormal numbers only.
double divided(BigInteger const& numerator, std::size_t count, int exponent) {
  if (numerator.is_zero()) return 0;
  int const bits = numerator.bits();
  auto const n = static_cast<double>(count);
  return std::ldexp(numerator.to_double(-bits) / (n * (n - 1)), bits + exponent);
}

double defined_spread(std::vector<double> const& values) {
  std::vector<BigInteger> integers;
  std::vector<BigInteger> squares;
  for (double const x : values) {
    if (x - x != 0) return std::numeric_limits<double>::quiet_NaN();
    integers.push_back(integer_of(x));
    squares.push_back(integers.back().times(integers.back()));
  }
  BigInteger const sum = binned(integers, 6);
  BigInteger const numerator = binned(squares, 6).times(BigInteger::of(values.size())).plus(sum.times(sum).negated());
  return numerator.is_negative() ? 0 : divided(numerator, values.size(), -2148);
}

/// Adds the values in another order, in parts that are merged in another order.
template <class Sum>
Sum in_parts(std::vector<double> values, std::mt19937_64& random) {
  std::shuffle(values.begin(), values.end(), random);
  std::vector<Sum> parts(1 + random() % 7);
  for (double const x : values) parts[random() % parts.size()].add(x);
  while (parts.size() > 1) {
    std::size_t const i = random() % parts.size();
    Sum const part = parts[i];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
    parts[random() % parts.size()].merge(part);
  }
  return parts[0];
}

double number(std::mt19937_64& random, int kind) {
  std::uint64_t const bits = random();
  double x;
  switch (kind) {
    case 0:  // any bits
      std::memcpy(&x, &bits, sizeof x);
      return x;
    case 1:  // any finite exponent
      std::memcpy(&x, &bits, sizeof x);
      return x - x == 0 ? x : 0;
    case 2:  // tenths
      return static_cast<double>(static_cast<std::int64_t>(bits % 2000) - 1000) / 10;
    case 3:  // near each other
      return (1 + static_cast<double>(bits >> 11) * 0x1p-53) * ((bits & 1) != 0 ? 1 : -1);
    case 4:  // subnormal, and near it
      x = static_cast<double>(bits >> (bits & 63)) * 0x1p-1074;
      return (bits >> 7 & 1) != 0 ? x : -x;
    case 5:  // near the largest
      return ((bits & 1) != 0 ? 1 : -1) * (0x1p1023 * (1 + static_cast<double>(bits >> 12) * 0x1p-53));
    case 6:  // of some bins
      x = static_cast<double>(bits >> 11) * 0x1p-53;
      for (std::uint64_t i = bits & 255; i > 0; --i) x *= 2;
      return (bits >> 8 & 1) != 0 ? x : -x;
    default: return (bits & 1) != 0 ? 0.0 : -0.0;
  }
}

void floats(std::mt19937_64& random, int rounds) {
  for (int round = 0; round < 1500 * rounds; ++round) {
    std::vector<double> values(random() % (random() % 4 == 0 ? 400 : 12));
    int const kind = static_cast<int>(random() % 9);
    for (double& x : values) x = number(random, kind == 8 ? static_cast<int>(random() % 8) : kind);
    // Values that cancel each other out.
    if (random() % 3 == 0)
      for (std::size_t i = 1; i < values.size(); i += 2) values[i] = random() % 4 == 0 ? values[i] : -values[i - 1];
    double const expected = defined_sum(values, 4);
    for (int i = 0; i < 3; ++i) EXPECT(same(in_parts<BinnedSum<>>(values, random).value(), expected));
    if (values.size() < 2) continue;
    double const spread = defined_spread(values);
    auto const count = static_cast<std::int64_t>(values.size());
    auto const n = static_cast<double>(count);
    for (int i = 0; i < 2; ++i) EXPECT(same(in_parts<FloatMoments>(values, random).spread(count, n * (n - 1)), spread));
  }
}

template <class Integer>
void integers(std::mt19937_64& random) {
  for (int round = 0; round < 400; ++round) {
    std::vector<Integer> values(random() % 40);
    IntegerMoments a;
    IntegerMoments b;
    rf::group::detail::TotalOf<Integer> totals[2];
    BigInteger sum;
    BigInteger squares;
    for (Integer& x : values) {
      x = static_cast<Integer>(random());
      if (random() % 3 == 0) x = random() % 2 == 0 ? std::numeric_limits<Integer>::max() : std::numeric_limits<Integer>::min();
      bool const first = random() % 2 == 0;
      (first ? a : b).add(x);
      totals[first ? 0 : 1].add(x);
      std::uint64_t magnitude = static_cast<std::uint64_t>(x);
      if (x < 0) magnitude = 0 - magnitude;
      BigInteger const value = x < 0 ? BigInteger::of(magnitude).negated() : BigInteger::of(magnitude);
      sum = sum.plus(value);
      squares = squares.plus(value.times(value));
    }
    a.merge(b);
    totals[0].merge(totals[1]);
    BigInteger const numerator = squares.times(BigInteger::of(values.size())).plus(sum.times(sum).negated());
    if (values.size() < 2) continue;
    auto const n = static_cast<double>(values.size());
    EXPECT(same(a.spread(static_cast<std::int64_t>(values.size()), n * (n - 1)), divided(numerator, values.size(), 0)));
    EXPECT(same(totals[0].value(), sum.to_double(0)));
    EXPECT(totals[0].exact().to_double() == sum.to_double(0));
  }
}

/// More values than the low word of a bin can add between two carries.
void many() {
  rf::group::Bins<4> bins;
  bins.pending = (std::uint32_t{1} << 30) - 3;
  BinnedSum<> sum;
  sum.bins.pending = (std::uint32_t{1} << 30) - 3;
  for (int i = 0; i < 8; ++i) sum.add(-0x1.fffffffffffffp60);
  EXPECT(sum.value() == -0x1.fffffffffffffp63);
  EXPECT(sum.bins.pending < 10);
  EXPECT(sum.bins.high[0] != 0 || sum.bins.high[1] != 0 || sum.bins.high[2] != 0 || sum.bins.high[3] != 0);
}

}  // namespace

int main(int count, char** arguments) {
  std::mt19937_64 random(count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1);
  floats(random, count > 2 ? std::atoi(arguments[2]) : 1);
  integers<std::int16_t>(random);
  integers<std::int64_t>(random);
  integers<std::uint64_t>(random);
  integers<std::int32_t>(random);
  integers<std::uint32_t>(random);
  many();
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
