/// Runs the cases of math-cases.ts on standard input: the function's name as argument; records of one or two arguments and the
/// value that JavaScript gives. Prints those that differ, NaN's payload aside.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <rowfuse/number/math/exponential.hpp>
#include <rowfuse/number/math/hyperbolic.hpp>
#include <rowfuse/number/math/integer_bits.hpp>
#include <rowfuse/number/math/inverse_trigonometric.hpp>
#include <rowfuse/number/math/logarithm.hpp>
#include <rowfuse/number/math/power.hpp>
#include <rowfuse/number/math/roots.hpp>
#include <rowfuse/number/math/rounding.hpp>
#include <rowfuse/number/math/trigonometric.hpp>

namespace math = rowfuse::math;

struct Unary {
  char const* name;
  double (*function)(double);
};

Unary const unary[] = {
    {"sin", math::sin},     {"cos", math::cos},     {"tan", math::tan},     {"asin", math::asin},   {"acos", math::acos},
    {"atan", math::atan},   {"sinh", math::sinh},   {"cosh", math::cosh},   {"tanh", math::tanh},   {"asinh", math::asinh},
    {"acosh", math::acosh}, {"atanh", math::atanh}, {"exp", math::exp},     {"expm1", math::expm1}, {"log", math::log},
    {"log1p", math::log1p}, {"log2", math::log2},   {"log10", math::log10}, {"cbrt", math::cbrt},   {"round", math::round},
    {"toInt32", [](double x) -> double { return rowfuse::to_int32(x); }},
};

struct Binary {
  char const* name;
  double (*function)(double, double);
};

Binary const binary[] = {
    {"atan2", math::atan2},
    {"pow", math::pow},
    {"hypot", [](double x, double y) { return math::hypot(x, y); }},
    {"hypot3", [](double x, double y) { return math::hypot(x, y, x * 0.75); }},
};

bool same(double a, double b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

template <std::size_t arguments, class Function>
int run(Function function) {
  std::vector<double> block((arguments + 1) * 65536);
  long cases = 0;
  long failures = 0;
  for (std::size_t got; (got = std::fread(block.data(), sizeof(double) * (arguments + 1), 65536, stdin)) > 0;) {
    for (std::size_t i = 0; i < got; ++i, ++cases) {
      double const* const record = &block[i * (arguments + 1)];
      double const expected = record[arguments];
      double const result = function(record);
      if (same(result, expected) || ++failures > 10) continue;
      std::printf("%a %a: %a, not %a\n", record[0], arguments > 1 ? record[1] : 0.0, expected, result);
    }
  }
  std::fprintf(stderr, "%ld cases, %ld failures\n", cases, failures);
  return failures == 0 ? 0 : 1;
}

int main(int, char** arguments) {
  for (auto const& [name, function] : unary)
    if (std::strcmp(name, arguments[1]) == 0) return run<1>([&](double const* record) { return function(record[0]); });
  for (auto const& [name, function] : binary)
    if (std::strcmp(name, arguments[1]) == 0)
      return run<2>([&](double const* record) { return function(record[0], record[1]); });
  std::fprintf(stderr, "there is no function %s\n", arguments[1]);
  return 2;
}
