/// Compares the order in which windows are combined, and the monoids, with a second version of the definition and with loops.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <rowfuse/number/math/extremes.hpp>

#include "rolling_transforms.hpp"

namespace {

using namespace rolling_test;
using namespace rf::rolling;

int cases = 0;
int failures = 0;
#define EXPECT(condition) \
  (++cases, (condition) ? void() : (++failures, void(std::printf("rolling_cases.cpp:%d: %s\n", __LINE__, #condition))))

bool same(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b); }

/// The definition of rolling/order.hpp on lists of nodes: level by level, with one list per level.
double defined(std::vector<double> const& level, std::size_t begin, std::size_t end) {
  std::size_t const first = begin / 16;
  std::size_t const last = (end - 1) / 16;
  if (first == last) {
    double sum = level[begin];
    for (std::size_t j = begin + 1; j < end; ++j) sum = sum + level[j];
    return sum;
  }
  double left = level[first * 16 + 15];
  for (std::size_t j = first * 16 + 15; j-- > begin;) left = level[j] + left;
  double right = level[last * 16];
  for (std::size_t j = last * 16 + 1; j < end; ++j) right = right + level[j];
  if (first + 1 == last) return left + right;
  std::vector<double> parents(last);
  for (std::size_t p = first + 1; p < last; ++p) {
    double sum = level[p * 16];
    for (std::size_t j = p * 16 + 1; j < p * 16 + 16; ++j) sum = sum + level[j];
    parents[p] = sum;
  }
  return (left + defined(parents, first + 1, last)) + right;
}

void order(std::mt19937_64& random) {
  std::vector<double> x(20'000);
  for (int round = 0; round < 4000; ++round) {
    if (round % 50 == 0)
      for (double& value : x) value = Table<Mean>::number(random, round % 100 != 0 && random() % 8 == 0);
    std::size_t const size = 1 + random() % (random() % 3 == 0 ? 18 : random() % 2 == 0 ? 600 : 9000);
    std::size_t const begin = random() % (x.size() - size);
    auto const element = [&](std::int64_t j) { return x[static_cast<std::size_t>(j)]; };
    auto const from = static_cast<std::int64_t>(begin);
    auto const to = static_cast<std::int64_t>(begin + size);
    EXPECT(same(range<Sum>(from, to, element), defined(x, begin, begin + size)));
  }
}

/// Computes the results of loops over the elements, null or not.
void monoids(std::mt19937_64& random) {
  for (int round = 0; round < 3000; ++round) {
    std::size_t const size = 1 + random() % (random() % 2 == 0 ? 40 : 700);
    std::vector<double> x(size);
    std::vector<bool> there(size);
    bool const zeros = random() % 3 == 0;
    for (std::size_t j = 0; j < size; ++j) {
      x[j] = zeros ? (random() % 2 == 0 ? 0.0 : -0.0) : Table<Mean>::number(random, true);
      if (random() % 3 != 0 && x[j] != x[j]) x[j] = 1;
      there[j] = random() % 5 != 0;
    }
    auto const reduce = [&]<class Monoid>(Monoid, auto const& of) {
      return Monoid::result(range<Monoid>(0, static_cast<std::int64_t>(size), [&](std::int64_t j) {
        auto const at = static_cast<std::size_t>(j);
        return Monoid::value(there[at] ? Monoid::element(of(x[at])) : Monoid::absent());
      }));
    };
    auto const itself = [](double value) { return value; };
    auto const whole = [](double value) {
      return value != value ? std::int64_t{-1} : static_cast<std::int64_t>(value > 1e6 ? 1e6 : value < -1e6 ? -1e6 : value * 8);
    };
    double least = INFINITY;
    double greatest = -INFINITY;
    double first_least = INFINITY;
    double first_greatest = -INFINITY;
    std::int32_t count = 0;
    bool some = false;
    bool every = true;
    std::int64_t sum = 0;
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    double numbers = 0;
    double mean = 0;
    double m2 = 0;
    for (std::size_t j = 0; j < size; ++j) {
      if (!there[j]) continue;
      double const v = x[j];
      least = rf::math::min(least, v);
      greatest = rf::math::max(greatest, v);
      if (v < first_least) first_least = v;
      if (v > first_greatest) first_greatest = v;
      if (v > 0.25) ++count;
      some = some || v > 0.9;
      every = every && v < 0.9;
      sum += whole(v);
      low = std::min(low, whole(v));
      high = std::max(high, whole(v));
      numbers += 1;
      double const distance = v - mean;
      mean += distance / numbers;
      m2 += distance * (v - mean);
    }
    EXPECT(same(reduce(Min{}, itself), least));
    EXPECT(same(reduce(Max{}, itself), greatest));
    EXPECT(same(reduce(MinKeep{}, itself), first_least));
    EXPECT(same(reduce(MaxKeep{}, itself), first_greatest));
    EXPECT(reduce(Count{}, [](double v) { return v > 0.25; }) == count);
    EXPECT(reduce(Any{}, [](double v) { return v > 0.9; }) == some);
    EXPECT(reduce(All{}, [](double v) { return v < 0.9; }) == every);
    EXPECT(reduce(ExactSum<std::int64_t>{}, whole) == sum);
    EXPECT(reduce(ExactSum<rf::Int128>{}, whole) == static_cast<rf::Int128>(sum));
    EXPECT(reduce(MinInteger<std::int64_t>{}, whole) == low);
    EXPECT(reduce(MaxInteger<std::int64_t>{}, whole) == high);
    MomentsOf const moments = reduce(Moments{}, itself);
    EXPECT(moments.count == numbers);
    double scale = 0;
    bool finite = true;
    for (std::size_t j = 0; j < size; ++j) {
      if (!there[j]) continue;
      finite = finite && x[j] - x[j] == 0;
      scale = std::max(scale, std::abs(x[j]));
    }
    if (!finite) {
      EXPECT(moments.mean - moments.mean != 0);
    } else {
      EXPECT(std::abs(moments.mean - mean) <= 1e-13 * scale);
      EXPECT(std::abs(moments.m2 - m2) <= 1e-12 * scale * scale * numbers);
    }
    // A NaN or an infinity has no effect once it has left the window.
    if (size > 20) {
      double const without = range<Sum>(17, static_cast<std::int64_t>(size), [&](std::int64_t j) { return j < 17 ? NAN : 1.0; });
      EXPECT(without == static_cast<double>(size - 17));
    }
  }
  double const numbers[] = {0.0, -0.0, 1.5, -2.5, INFINITY, -INFINITY, NAN, 0x1p-1074};
  for (double const x : numbers) {
    EXPECT(same(Sum::combine(Sum::identity(), x), x) && same(Sum::combine(x, Sum::identity()), x));
    EXPECT(Min::combine(Min::identity(), Min::element(x)) == Min::element(x));
    EXPECT(Max::combine(Max::element(x), Max::identity()) == Max::element(x));
    EXPECT(same(MinKeep::combine(MinKeep::identity(), MinKeep::element(x)), MinKeep::element(x)));
    EXPECT(same(Min::result(Min::element(x)), x) && same(Max::result(Max::element(x)), x));
  }
  EXPECT(same(Sum::result(Sum::identity()), 0.0) && same(Sum::result(range<Sum>(0, 40, [](std::int64_t) { return -0.0; })), 0.0));
  EXPECT(Moments::value(Moments::absent()).count == 0 && Moments::value(Moments::element(NAN)).count == 1);
  double payload;
  std::uint64_t const null_bits = Moments::absent();
  std::memcpy(&payload, &null_bits, sizeof payload);
  EXPECT(Moments::value(Moments::element(payload)).count == 1);
}

}  // namespace

int main(int argc, char** argv) {
  std::mt19937_64 random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  order(random);
  monoids(random);
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
