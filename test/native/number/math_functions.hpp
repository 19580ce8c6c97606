/// The functions of `Math` that math-cases.ts compares, by name, and the code that reads and judges its records: two arguments and
/// JavaScript's value.
#pragma once

#include <cstdio>
#include <cstring>
#include <vector>

#include <rowfuse/number/math/exponential.hpp>
#include <rowfuse/number/math/extremes.hpp>
#include <rowfuse/number/math/hyperbolic.hpp>
#include <rowfuse/number/math/integer_bits.hpp>
#include <rowfuse/number/math/inverse_trigonometric.hpp>
#include <rowfuse/number/math/logarithm.hpp>
#include <rowfuse/number/math/power.hpp>
#include <rowfuse/number/math/roots.hpp>
#include <rowfuse/number/math/rounding.hpp>
#include <rowfuse/number/math/trigonometric.hpp>
#include <rowfuse/number/remainder.hpp>

namespace test {

inline constexpr char const* function_names[] = {
    "sin",   "cos",  "tan",   "asin", "acos",   "atan", "sinh",  "cosh",    "tanh",  "asinh", "acosh", "atanh",  "exp",
    "expm1", "log",  "log1p", "log2", "log10",  "cbrt", "round", "toInt32", "atan2", "pow",   "hypot", "hypot3", "remainder",
    "floor", "ceil", "trunc", "sqrt", "fround", "abs",  "sign",  "clz32",   "imul",  "max",   "min",
};
inline constexpr int function_count = static_cast<int>(sizeof function_names / sizeof *function_names);

RF_HD inline double evaluate(int function, double x, double y) {
  namespace math = rowfuse::math;
  switch (function) {
    case 0: return math::sin(x);
    case 1: return math::cos(x);
    case 2: return math::tan(x);
    case 3: return math::asin(x);
    case 4: return math::acos(x);
    case 5: return math::atan(x);
    case 6: return math::sinh(x);
    case 7: return math::cosh(x);
    case 8: return math::tanh(x);
    case 9: return math::asinh(x);
    case 10: return math::acosh(x);
    case 11: return math::atanh(x);
    case 12: return math::exp(x);
    case 13: return math::expm1(x);
    case 14: return math::log(x);
    case 15: return math::log1p(x);
    case 16: return math::log2(x);
    case 17: return math::log10(x);
    case 18: return math::cbrt(x);
    case 19: return math::round(x);
    case 20: return rowfuse::to_int32(x);
    case 21: return math::atan2(x, y);
    case 22: return math::pow(x, y);
    case 23: return math::hypot(x, y);
    case 24: return math::hypot(x, y, x * 0.75);
    case 25: return rowfuse::remainder(x, y);
    case 26: return math::floor(x);
    case 27: return math::ceil(x);
    case 28: return math::trunc(x);
    case 29: return math::sqrt(x);
    case 30: return math::fround(x);
    case 31: return math::abs(x);
    case 32: return math::sign(x);
    case 33: return math::clz32(rowfuse::to_int32(x));
    case 34: return math::imul(rowfuse::to_int32(x), rowfuse::to_int32(y));
    case 35: return math::max(x, y);
    default: return math::min(x, y);
  }
}

/// Returns -1 for an unknown name.
inline int function_of(char const* name) {
  int index = 0;
  for (char const* const known : function_names) {
    if (std::strcmp(known, name) == 0) return index;
    ++index;
  }
  std::fprintf(stderr, "there is no function %s\n", name);
  return -1;
}

struct Record {
  double x;
  double y;
  double expected;
};

/// NaN's payload is ignored.
inline bool is_same(double a, double b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

/// Judges the records on standard input by `evaluate_all`, which computes the values of a block.
template <class EvaluateAll>
int judge(EvaluateAll evaluate_all) {
  std::vector<Record> block(65536);
  std::vector<double> values(block.size());
  long cases = 0;
  long failures = 0;
  for (std::size_t got; (got = std::fread(block.data(), sizeof(Record), block.size(), stdin)) > 0;) {
    evaluate_all(block.data(), values.data(), got);
    for (std::size_t i = 0; i < got; ++i, ++cases) {
      auto const& [x, y, expected] = block[i];
      if (is_same(values[i], expected) || ++failures > 10) continue;
      std::printf("%a %a: %a, not %a\n", x, y, expected, values[i]);
    }
  }
  std::fprintf(stderr, "%ld cases, %ld failures\n", cases, failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace test
