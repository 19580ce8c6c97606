/// The places of a byte where no vectors find them: as another processor compiles it, and one by one as rows request them.
#undef __SSE2__
#define ROWFUSE_QUICK  // without AVX2, which grouping_cases.cpp tests
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include <rowfuse/cpu/groups/line_ends.hpp>

/// True if all ends come in order, that of a last line without one included.
bool finds_ends(std::mt19937_64& random) {
  auto const size = static_cast<std::int64_t>(random() % 1500);
  std::vector<char> text(static_cast<std::size_t>(size) + 64);
  std::vector<std::int64_t> expected;
  auto const rarely = random() % 30 + 1;
  for (std::int64_t i = 0; i < size; ++i) {
    text[static_cast<std::size_t>(i)] = random() % rarely == 0 ? '\n' : 'a';
    if (text[static_cast<std::size_t>(i)] == '\n') expected.push_back(i);
  }
  std::int64_t const end = size > 0 && text[static_cast<std::size_t>(size - 1)] != '\n' ? size + 1 : size;
  if (end > size) expected.push_back(size);
  std::vector<std::int64_t> found;
  rowfuse::cpu::LineEnds<'\n'> ends(text.data(), size, end);
  while (std::int32_t const count = ends.next()) {
    for (std::int32_t i = 0; i < count; ++i) found.push_back(ends[i]);
  }
  return found == expected;
}

int main() {
  std::mt19937_64 random(1);
  int cases = 0;
  int failures = 0;
  for (; cases < 100'000; ++cases) {
    char bytes[64];
    std::uint64_t expected = 0;
    for (int i = 0; i < 64; ++i) {
      // Bytes that differ from a line end in one bit, or by one, are those that a word's arithmetic could confuse with it.
      static constexpr char near[] = {'\n', '\v', '\t', '\n' ^ 2, '\n' ^ 8, static_cast<char>('\n' | 0x80), 0, 'a'};
      bytes[i] = near[random() % sizeof near];
      if (bytes[i] == '\n') expected |= std::uint64_t{1} << i;
    }
    if (rowfuse::cpu::places_of<'\n'>(bytes) != expected) ++failures;
    if (cases % 20 == 0 && !finds_ends(random)) ++failures;
  }
  std::printf("%d cases, %d failures\n", cases, failures);
  return failures != 0;
}
