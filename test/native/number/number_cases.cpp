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

bool run_remainder(Records& records) {
  auto const dividend = records.read<double>();
  auto const divisor = records.read<double>();
  auto const expected = records.read<double>();
  double const got = rf::remainder(dividend, divisor);
  bool const right = (got != got && expected != expected) || std::memcmp(&got, &expected, sizeof got) == 0;
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
