/// Matches texts by compiled patterns, which are read at run time: no pattern needs a compiler. Reads patterns with their texts from
/// standard input, and writes the matches of each engine as numbers of 32 bits (test/regex/native-matches.ts). With the argument `types` it
/// reads texts alone, and matches them by the pattern types of sample_patterns.hpp, as generated code does.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include <rowfuse/regex/automaton_rows.hpp>
#include <rowfuse/regex/evaluated_rows.hpp>
#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/regex.hpp>
#include <rowfuse/regex/search.hpp>
#include <rowfuse/regex/set_runs.hpp>
#include <rowfuse/regex/subject.hpp>
#include <rowfuse/regex/tagged.hpp>
#include <rowfuse/regex/two_pass.hpp>

#include "../records.hpp"
#include "sample_patterns.hpp"

namespace test {
namespace {

namespace regex = rowfuse::regex;

struct Pattern {
  regex::Layout members;
  char const* bytes;

  regex::Layout const& layout() const { return members; }
  char const* image() const { return bytes; }
};

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

/// Calls `match(from, registers)` as a loop over `exec` does, and writes the groups of each match.
template <class Match>
void write_matches(Pattern const& pattern, regex::Subject const& text, Match match) {
  std::vector<int32_t> const units = unit_indices(text);
  std::vector<int32_t> registers(static_cast<std::size_t>(pattern.layout().registers));
  std::vector<int32_t> found;
  int32_t count = 0;
  int32_t from = text.begin();
  while (match(from, registers.data())) {
    ++count;
    for (int32_t i = 0; i < 2 * pattern.layout().groups; ++i) {
      int32_t const place = registers[static_cast<std::size_t>(i)];
      found.push_back(place < 0 ? -1 : units[static_cast<std::size_t>(place)]);
    }
    from = registers[1];
    if (registers[0] != registers[1]) continue;
    if (from >= text.end()) break;
    from = text.next(from, pattern.layout().unicode != 0).place;
  }
  write(count);
  for (int32_t const index : found) write(index);
}

template <template <class, class> class Rows>
void run_two_pass(Pattern const& pattern, rf::View view) {
  int64_t steps = 0;
  using Engine = regex::TwoPass<Pattern, Rows, CountingSubject>;
  CountingSubject const text{view, &steps};
  auto const words = Engine::memory_words(pattern, text);
  auto const memory = std::make_unique<uint32_t[]>(static_cast<std::size_t>(words));
  Engine const engine{pattern, text, memory.get()};
  write_matches(pattern, text, [&](int32_t from, int32_t* registers) { return engine.match(from, registers); });
  write(static_cast<int32_t>(steps));
}

/// Writes 1 if the backward pass finds a match.
void run_backward_test(Pattern const& pattern, rf::View view) {
  int64_t steps = 0;
  write(regex::AutomatonRows<Pattern, CountingSubject>::test(pattern, CountingSubject{view, &steps}) ? 1 : 0);
  write(static_cast<int32_t>(steps));
}

/// Writes 1 if a text has a match.
void run_search(Pattern const& pattern, rf::View view) {
  int64_t steps = 0;
  CountingSubject const text{view, &steps};
  regex::Search<Pattern, CountingSubject> const engine{pattern, text};
  write(engine.test(text.begin()) ? 1 : 0);
  write(static_cast<int32_t>(steps));
}

void run_tagged(Pattern const& pattern, rf::View view) {
  int64_t steps = 0;
  CountingSubject const text{view, &steps};
  regex::Tagged<Pattern, 256, CountingSubject> const engine{pattern, text};
  write_matches(pattern, text, [&](int32_t from, int32_t* registers) { return engine.match(from, registers); });
  write(static_cast<int32_t>(steps));
}

void run_set(Pattern const& pattern, rf::View view) {
  int64_t steps = 0;
  CountingSubject const text{view, &steps};
  regex::SetRuns<Pattern, CountingSubject> engine{pattern, text};
  write_matches(pattern, text, [&](int32_t from, int32_t* registers) { return engine.match(from, registers); });
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
    run_two_pass<regex::EvaluatedRows>(pattern, view);
    if (pattern.layout().viability_states > 0) run_two_pass<regex::AutomatonRows>(pattern, view);
    if (pattern.layout().viability_states > 0) run_backward_test(pattern, view);
    if (pattern.layout().search_states > 0) run_search(pattern, view);
    if (pattern.layout().tagged_states > 0) run_tagged(pattern, view);
    if (pattern.layout().set_matches > 0) run_set(pattern, view);
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
