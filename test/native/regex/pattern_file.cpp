/// Runs the engines on a file of cases: pattern_file <file>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "pattern_file.hpp"

namespace test {
namespace {

template <Engine engine>
void run_engine(PatternFile const& file, PatternReport& report) {
  std::vector<uint32_t> memory(static_cast<std::size_t>(file.memory_words));
  std::vector<int32_t> outcomes;
  for (auto const& pair : file.pairs) {
    auto const number = static_cast<std::size_t>(pair.pattern);
    Pattern const pattern{file.layouts[number], file.images.data() + file.image_places[number]};
    outcomes.push_back(outcome_of<engine>(pattern, pair, file.texts.data(), file.expected.data(), memory.data()));
  }
  report.add(engine, outcomes);
}

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: pattern_file <file>\n");
    return 2;
  }
  auto const file = test::load_pattern_file(argv[1]);
  test::PatternReport report{file};
  test::for_each_engine([&]<test::Engine engine>() { test::run_engine<engine>(file, report); });
  return report.write([](auto&) {});
}
