/// Runs the cases of number-cases.ts on standard input; the argument is `text` or `remainder`.
#include <cmath>
#include <cstring>

#include <rowfuse/number/number.hpp>
#include <rowfuse/number/text/number_text.hpp>

#include "../records.hpp"

namespace test {
namespace {

bool prints(rf::View text, std::string const& expected) {
  return text.size == static_cast<int32_t>(expected.size()) && std::memcmp(text.data, expected.data(), expected.size()) == 0;
}

bool run_text(Records& records) {
  auto const value = records.read<double>();
  auto const size = records.read<uint8_t>();
  std::string const expected(records.take(size), size);
  auto const text = std::make_unique<rf::NumberText>();  // on the heap, where the sanitizer guards its end
  bool right = prints(text->format(value), expected) && prints(text->format(rf::Maybe<double>(value)), expected);
  if (value >= -2147483648.0 && value <= 2147483647.0 && value == std::floor(value)) {
    right = right && prints(text->format(static_cast<int32_t>(value)), expected);
    right = right && prints(text->format(rf::Position{static_cast<int64_t>(value)}), expected);
  }
  if (!right) std::printf("%.17g %s\n", value, expected.c_str());
  return right;
}

bool is_same(double a, double b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0; }

/// Remainders of numbers that were integers, and of constants, are computed in integers where the compiler knows.
bool has_integer_remainder(double dividend, double divisor, double expected) {
  constexpr auto holds = [](double value) { return value >= -2147483648.0 && value <= 2147483647.0 && value == std::floor(value); };
  if (!holds(dividend) || !holds(divisor)) return true;
  double const a = static_cast<int32_t>(dividend);
  double const b = static_cast<int32_t>(divisor);
  return is_same(rf::remainder(a, b), a == 0 && expected == 0 ? 0.0 : expected) &&
         is_same(rf::detail::integer_remainder(dividend, divisor), expected);
}

bool has_constant_remainders() {
  return is_same(rf::remainder(-0.0, 2.0), -0.0) && is_same(rf::remainder(-4.0, 2.0), -0.0) && is_same(rf::remainder(4.0, -3.0), 1.0) &&
         is_same(rf::remainder(-2147483648.0, -1.0), -0.0) && is_same(rf::remainder(1.0, -0.0), NAN);
}

bool run_remainder(Records& records) {
  auto const dividend = records.read<double>();
  auto const divisor = records.read<double>();
  auto const expected = records.read<double>();
  double const got = rf::remainder(dividend, divisor);
  bool const right = is_same(got, expected) && has_integer_remainder(dividend, divisor, expected) && has_constant_remainders();
  if (!right) std::printf("%.17g %% %.17g is %.17g, not %.17g\n", dividend, divisor, expected, got);
  return right;
}

}  // namespace
}  // namespace test

int main(int, char** arguments) {
  test::Records records{test::read_all(stdin)};
  bool const text = std::strcmp(arguments[1], "text") == 0;
  long number = 0;
  long failures = 0;
  for (; records.more() && failures < 20; ++number)
    if (!(text ? test::run_text(records) : test::run_remainder(records))) ++failures;
  std::fprintf(stderr, "%ld cases, %ld failures\n", number, failures);
  return failures == 0 ? 0 : 1;
}
