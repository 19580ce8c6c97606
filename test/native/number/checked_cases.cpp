// Compares checked operations of int64_t with the same operations of doubles, which are JavaScript's, for all pairs of some integers.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>

#include <rowfuse/number/math/checked_integers.hpp>

using rowfuse::Checked;
using rowfuse::MinusZero;

namespace {

constexpr std::int64_t most = 9007199254740991;
constexpr std::int64_t integers[] = {0,          1,
                                     -1,         2,
                                     -2,         3,
                                     -3,         7,
                                     -10,        1000,
                                     -4096,      65535,
                                     2147483647, -2147483647 - 1,
                                     2147483648, 4294967295,
                                     4294967296, -4294967297,
                                     94906265,   -94906266,
                                     most / 2,   most / 2 + 1,
                                     most - 1,   most,
                                     -most,      1 - most};
int failures = 0;
int cases = 0;

/// A result has to be what doubles give, or to fail where that is no integer up to 2^53 - 1, or a -0 that matters.
void expect(char const* operation, double a, double b, Checked found, double expected, bool matters) {
  bool const is_integer = std::fabs(expected) <= static_cast<double>(most) && expected == std::floor(expected);
  bool const holds = is_integer && !(matters && expected == 0 && std::signbit(expected));
  ++cases;
  if (found.holds == holds && (!holds || static_cast<double>(found.value) == expected)) return;
  ++failures;
  std::printf("%.17g %s %.17g\n", a, operation, b);
}

template <MinusZero minus_zero>
void compare(std::int64_t x, std::int64_t y) {
  constexpr bool matters = minus_zero == MinusZero::matters;
  auto const a = static_cast<double>(x);
  auto const b = static_cast<double>(y);
  // Sums and products that doubles round lie beyond 2^53 - 1.
  expect("+", a, b, rowfuse::checked_sum(x, y), a + b, false);
  expect("-", a, b, rowfuse::checked_difference(x, y), a - b, false);
  expect("*", a, b, rowfuse::checked_product<minus_zero>(x, y), a * b, matters);
  expect("%", a, b, rowfuse::checked_remainder<minus_zero>(x, y), std::fmod(a, b), matters);
  expect("/", a, b, rowfuse::checked_quotient<minus_zero>(x, y), a / b, matters);
  expect("floor", a, b, rowfuse::checked_floor_quotient<minus_zero>(x, y), std::floor(a / b), matters);
  expect("ceil", a, b, rowfuse::checked_ceil_quotient<minus_zero>(x, y), std::ceil(a / b), matters);
  expect("trunc", a, b, rowfuse::checked_trunc_quotient<minus_zero>(x, y), std::trunc(a / b), matters);
  expect("negate", a, b, rowfuse::checked_negation<minus_zero>(x), -a, matters);
  for (double const number : {a, a + 0.5, a / b, -a * 0.0, a * b, std::nan(""), 9007199254740992.0})
    expect("integer", number, 0, rowfuse::checked_integer<minus_zero>(number), number, matters);
}

}  // namespace

int main() {
  for (std::int64_t const a : integers) {
    for (std::int64_t const b : integers) {
      compare<MinusZero::is_zero>(a, b);
      compare<MinusZero::matters>(a, b);
    }
  }
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures == 0 ? 0 : 1;
}
