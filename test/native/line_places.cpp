/// The places of a byte where no vectors find them: as another processor compiles it.
#undef __SSE2__
#include <cstdint>
#include <cstdio>
#include <random>

#include <rowfuse/cpu/line_ends.hpp>

int main() {
  std::mt19937_64 random(1);
  int cases = 0;
  int failures = 0;
  for (; cases < 100'000; ++cases) {
    char bytes[64];
    std::uint64_t expected = 0;
    for (int i = 0; i < 64; ++i) {
      // Bytes that differ from a line end in one bit, or by one, are those that a word's arithmetic could take for it.
      static constexpr char near[] = {'\n', '\v', '\t', '\n' ^ 2, '\n' ^ 8, static_cast<char>('\n' | 0x80), 0, 'a'};
      bytes[i] = near[random() % sizeof near];
      if (bytes[i] == '\n') expected |= std::uint64_t{1} << i;
    }
    if (rowfuse::cpu::places_of<'\n'>(bytes) != expected) ++failures;
  }
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
