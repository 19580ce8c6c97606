/// Matches texts by compiled patterns, which are read at run time: no pattern needs a compiler. Reads patterns with their texts from
/// standard input, and writes the matches of each engine as numbers of 32 bits (test/regex/native-matches.ts). With the argument `types` it
/// reads texts alone, and matches them by the pattern types of sample_patterns.hpp, as generated code does.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <rowfuse/regex/regex.hpp>

#include "../records.hpp"
#include "pattern_engines.hpp"
#include "sample_patterns.hpp"

namespace test {
namespace {

/// Counts the characters that engines read.
class CountingSubject : public regex::Subject {
 public:
  explicit CountingSubject(rf::View view, int64_t* steps) : Subject{view}, steps_{steps} {}

  regex::Character next(int32_t place, bool unicode) const {
    ++*steps_;
    return Subject::next(place, unicode);
  }
  regex::Character previous(int32_t place, bool unicode) const {
    ++*steps_;
    return Subject::previous(place, unicode);
  }

 private:
  int64_t* steps_;
};

void write(int32_t number) {
  if (std::fwrite(&number, sizeof number, 1, stdout) != 1) std::exit(3);
}

/// The unit index of each place of a text.
std::vector<int32_t> unit_indices(regex::Subject const& text) {
  std::vector<int32_t> units(static_cast<std::size_t>(text.places()), 0);
  int32_t unit = 0;
  for (int32_t place = text.begin(); place < text.end();) {
    units[static_cast<std::size_t>(place)] = unit++;
    place = text.next(place, false).place;
  }
  units[static_cast<std::size_t>(text.end())] = unit;
  return units;
}

/// Writes the number of matches and the groups of each, or 1 if a test finds a match, and the characters that were read.
template <Engine engine>
void run_engine(Pattern const& pattern, rf::View view) {
  if (!has_engine(pattern.layout(), engine)) return;
  int64_t steps = 0;
  CountingSubject const text{view, &steps};
  if constexpr (is_test(engine)) {
    write(test_text<engine>(pattern, text) ? 1 : 0);
  } else {
    std::vector<int32_t> const units = unit_indices(regex::Subject{view});
    std::vector<int32_t> registers(static_cast<std::size_t>(pattern.layout().registers));
    auto const words = memory_words<engine>(pattern, text);
    auto const memory = std::make_unique<uint32_t[]>(static_cast<std::size_t>(words));
    std::vector<int32_t> found;
    int32_t count = 0;
    each_match<engine>(pattern, text, memory.get(), registers.data(), [&](int32_t const* places) {
      ++count;
      for (int32_t i = 0; i < 2 * pattern.layout().groups; ++i)
        found.push_back(places[i] < 0 ? -1 : units[static_cast<std::size_t>(places[i])]);
      return true;
    });
    write(count);
    for (int32_t const index : found) write(index);
  }
  write(static_cast<int32_t>(steps));
}

void run_case(Records& records) {
  Pattern pattern{};
  std::memcpy(&pattern.members, records.take(sizeof pattern.members), sizeof pattern.members);
  auto const size = records.read<uint32_t>();
  // Memory of exact size, aligned for every table.
  auto const image = std::make_unique<uint32_t[]>(size / 4);
  std::memcpy(image.get(), records.take(size), size);
  pattern.bytes = reinterpret_cast<char const*>(image.get());
  auto const texts = records.read<uint32_t>();
  for (uint32_t i = 0; i < texts; ++i) {
    Owned owned;
    padded_views = i % 2 == 0;
    rf::View const view = read_view(records, owned);
    for_each_engine([&]<Engine engine> { run_engine<engine>(pattern, view); });
  }
}

/// Writes the matches that the functions for generated code find.
template <class Type>
void run_type(rf::View view) {
  auto const memory = std::make_unique<uint32_t[]>(static_cast<std::size_t>(regex::memory_words<Type>(view)));
  uint32_t* const nothing = nullptr;
  int32_t registers[Type::layout().registers];
  write(regex::test<Type>(view, regex::tests_in_place<Type> ? nothing : memory.get()) ? 1 : 0);
  bool const found =
      regex::match<Type>(view, regex::Subject{view}.begin(), registers, regex::matches_in_place<Type> ? nothing : memory.get());
  write(found ? regex::unit_index(view, registers[0]) : -1);
  regex::Matches<Type> matches{view, regex::matches_all_in_place<Type> ? nothing : memory.get()};
  int32_t count = 0;
  while (matches.next(registers)) ++count;
  write(count);
}

void run_types(Records& records) {
  Owned owned;
  rf::View const view = read_view(records, owned);
  run_type<DatePattern>(view);
  run_type<SetPattern>(view);
  run_type<EnclosedPattern>(view);
  run_type<CutPattern>(view);
  run_type<LookPattern>(view);
  run_type<BehindPattern>(view);
}

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  test::Records records{test::read_all(stdin)};
  bool const types = argc > 1 && std::strcmp(argv[1], "types") == 0;
  while (records.more()) {
    if (types) {
      test::run_types(records);
    } else {
      test::run_case(records);
    }
  }
  return 0;
}
