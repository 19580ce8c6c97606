// Remainders of numbers that come from integers of several types, as generated code inlines them with the flags of users. Each is compared with
// a division of integers. Prints the cases, the failures, and the types whose values are known to be integers of 33 bits.
#include <cstdint>
#include <cstdio>
#include <initializer_list>

#include <rowfuse/number/remainder.hpp>

namespace {

int failures = 0;
int cases = 0;

/// Out of line, so that the compiler knows the type of a number and nothing else.
template <class From>
[[gnu::noinline]] double remainder_of(From value, int32_t divisor) {
  return rowfuse::remainder(static_cast<double>(value), static_cast<double>(divisor));
}
/// The bits of a signed integer as an unsigned one: `x >>> 0`.
[[gnu::noinline]] double remainder_of_unsigned(int32_t value, int32_t divisor) {
  return rowfuse::remainder(static_cast<double>(static_cast<uint32_t>(value)), static_cast<double>(divisor));
}
template <class From>
int is_known() {
  From volatile five = 5;
  return rowfuse::detail::is_known_integer(static_cast<double>(From{five})) ? 1 : 0;
}

void expect(double actual, int64_t expected) {
  ++cases;
  if (actual == static_cast<double>(expected)) return;
  ++failures;
  std::printf("%.17g instead of %lld\n", actual, static_cast<long long>(expected));
}

}  // namespace

int main() {
  constexpr int64_t values[] = {0, 1, 7, 9, 10, 32767, 65535, 2147483647, 2147483648, 3543554533, 4294967295, 4294967296, 9007199254740991};
  constexpr int32_t divisors[] = {1, 2, 3, 10, 1000, 65536, 2147483647};
  for (int64_t const value : values) {
    for (int32_t const divisor : divisors) {
      for (int64_t const signed_value : {value, -value}) {
        expect(remainder_of(signed_value, divisor), signed_value % divisor);
        auto const narrow = static_cast<int32_t>(signed_value);
        expect(remainder_of(narrow, divisor), narrow % divisor);
        auto const bits = static_cast<uint32_t>(signed_value);
        expect(remainder_of(bits, divisor), int64_t{bits} % divisor);
        expect(remainder_of_unsigned(narrow, divisor), int64_t{bits} % divisor);
        expect(remainder_of(static_cast<uint16_t>(signed_value), divisor), int64_t{static_cast<uint16_t>(signed_value)} % divisor);
        expect(remainder_of(static_cast<double>(signed_value), divisor), signed_value % divisor);
      }
    }
  }
  std::printf("%d cases, %d failures; known: int32 %d, uint32 %d, int64 %d, double %d\n", cases, failures, is_known<int32_t>(),
              is_known<uint32_t>(), is_known<int64_t>(), is_known<double>());
}
