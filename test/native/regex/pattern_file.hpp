/// Files of cases: patterns, texts and V8's matches (test/regex/pattern-file.ts). A program loads one, runs every engine on every pair, and
/// reports the differences as JSON: pattern_file.cpp on the host, pattern_file.cu on a GPU.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "../../../bench/cuda/json_writer.hpp"
#include "../records.hpp"
#include "pattern_engines.hpp"

namespace test {

/// A pattern and a text. The members are offsets in the arrays of a `PatternFile`.
struct Pair {
  int32_t pattern;
  int32_t text_size;
  uint32_t text_flags;
  int32_t numbers;  ///< of the expected matches: two places per group and match
  int64_t text;  ///< in `texts`
  int64_t expected;  ///< in `expected`
  int64_t memory;  ///< in the scratch memory of all pairs, for the engine with the most
};

struct PatternFile {
  std::string header;
  std::vector<std::string> names;
  std::vector<regex::Layout> layouts;
  std::vector<int64_t> image_places;
  std::vector<char> images;
  std::vector<char> texts;
  std::vector<int32_t> expected;
  std::vector<Pair> pairs;
  int64_t memory_words = 0;
};

/// The registers of a pattern of a file are at most as many.
inline constexpr int32_t most_pattern_registers = 128;

/// The results of a pair, besides the number of the first match that differs.
enum Outcome : int32_t { equal = -1, absent = -2 };

/// Runs an engine on a pair. Returns `equal`, the number of the first match that differs, or `absent` if the pattern has no such engine.
template <Engine engine>
RF_HD int32_t outcome_of(Pattern const& pattern, Pair const& pair, char const* texts, int32_t const* all_expected, uint32_t* all_memory) {
  auto const& layout = pattern.layout();
  if (!has_engine(layout, engine)) return absent;
  regex::Subject const text{rf::View{texts + pair.text, pair.text_size, pair.text_flags}};
  int32_t const* const expected = all_expected + pair.expected;
  if constexpr (is_test(engine)) {
    return test_text<engine>(pattern, text) == (pair.numbers > 0) ? equal : 0;
  } else {
    int32_t const numbers = 2 * layout.groups;
    int32_t const matches = pair.numbers / numbers;
    int32_t registers[most_pattern_registers];
    int32_t count = 0;
    bool differs = false;
    each_match<engine>(pattern, text, all_memory + pair.memory, registers, [&](int32_t const* places) {
      differs = count >= matches;
      for (int32_t i = 0; !differs && i < numbers; ++i) differs = places[i] != expected[count * numbers + i];
      if (!differs) ++count;
      return !differs;
    });
    return differs || count != matches ? count : equal;
  }
}

/// Returns the place of each unit of a text, and the end.
inline std::vector<int32_t> places_of(regex::Subject const& text) {
  std::vector<int32_t> places;
  for (int32_t place = text.begin(); place < text.end(); place = text.next(place, false).place) places.push_back(place);
  places.push_back(text.end());
  return places;
}

inline PatternFile load_pattern_file(char const* path) {
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) {
    std::fprintf(stderr, "cannot read %s\n", path);
    std::exit(2);
  }
  Records records{read_all(file)};
  std::fclose(file);
  PatternFile all;
  auto const header_size = records.read<uint32_t>();
  auto const patterns = records.read<uint32_t>();
  auto const pairs = records.read<uint32_t>();
  all.header.assign(records.take(header_size), header_size);
  for (uint32_t i = 0; i < patterns; ++i) {
    all.layouts.push_back(records.read<regex::Layout>());
    auto const image_size = records.read<uint32_t>();
    auto const place = (all.images.size() + 15) / 16 * 16;
    all.images.resize(place + image_size);
    all.image_places.push_back(static_cast<int64_t>(place));
    std::memcpy(all.images.data() + place, records.take(image_size), image_size);
    auto const name_size = records.read<uint32_t>();
    all.names.emplace_back(records.take(name_size), name_size);
    if (all.layouts.back().registers > most_pattern_registers || all.layouts.back().tagged_registers > most_registers) {
      std::fprintf(stderr, "%s has too many registers\n", all.names.back().c_str());
      std::exit(2);
    }
  }
  for (uint32_t i = 0; i < pairs; ++i) {
    Pair pair{};
    pair.pattern = records.read<int32_t>();
    pair.text_size = records.read<int32_t>();
    pair.text_flags = records.read<uint32_t>();
    pair.text = static_cast<int64_t>(all.texts.size());
    char const* const bytes = records.take(static_cast<std::size_t>(pair.text_size));
    all.texts.insert(all.texts.end(), bytes, bytes + pair.text_size);
    pair.numbers = records.read<int32_t>();
    pair.expected = static_cast<int64_t>(all.expected.size());
    // V8 counts UTF-16 units.
    regex::Subject const text{rf::View{all.texts.data() + pair.text, pair.text_size, pair.text_flags}};
    std::vector<int32_t> const places = places_of(text);
    for (int32_t k = 0; k < pair.numbers; ++k) {
      auto const unit = records.read<int16_t>();
      all.expected.push_back(unit < 0 ? -1 : places.at(static_cast<std::size_t>(unit)));
    }
    Pattern const pattern{all.layouts.at(static_cast<std::size_t>(pair.pattern)), nullptr};
    int64_t words = memory_words<Engine::two_passes>(pattern, text);
    if (has_engine(pattern.layout(), Engine::automaton_passes)) {
      auto const other = memory_words<Engine::automaton_passes>(pattern, text);
      words = words < other ? other : words;
    }
    pair.memory = all.memory_words;
    all.memory_words += words;
    all.pairs.push_back(pair);
  }
  return all;
}

/// Counts outcomes, and writes them as JSON.
class PatternReport {
 public:
  explicit PatternReport(PatternFile const& file) : file_{file} {}

  /// Adds the outcomes of all pairs.
  void add(Engine engine, std::vector<int32_t> const& outcomes) {
    auto const number = static_cast<std::size_t>(engine);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i] == absent) continue;
      ++pairs_[number];
      if (outcomes[i] == equal) continue;
      ++differences_;
      if (examples_.size() < 20) examples_.push_back(describe(file_.pairs[i], engine, outcomes[i]));
    }
  }

  /// Writes the counts. `write_origin(json)` adds fields about the machine. Returns the exit status.
  template <class WriteOrigin>
  int write(WriteOrigin write_origin) const {
    bench::JsonWriter json;
    json.open();
    write_origin(json);
    json.key("cases").raw(file_.header);
    json.field("patterns", static_cast<long long>(file_.names.size()));
    json.field("pairs", static_cast<long long>(file_.pairs.size()));
    json.key("engines").open();
    for (std::size_t i = 0; i < engines; ++i) json.field(engine_names[i], static_cast<long long>(pairs_[i]));
    json.close();
    json.field("differences", static_cast<long long>(differences_));
    json.key("examples").open('[');
    for (auto const& example : examples_) json.value(std::string_view(example));
    json.close(']').close();
    std::printf("%s\n", json.text().c_str());
    return differences_ == 0 ? 0 : 1;
  }

 private:
  std::string describe(Pair const& pair, Engine engine, int32_t match) const {
    std::string text = file_.names[static_cast<std::size_t>(pair.pattern)] + ", " + engine_names[static_cast<int>(engine)] + ", match " +
                       std::to_string(match) + ", flags " + std::to_string(pair.text_flags) + ", bytes";
    for (int32_t i = 0; i < pair.text_size; ++i) {
      char digits[4];
      std::snprintf(digits, sizeof digits, " %02x", static_cast<unsigned char>(file_.texts[static_cast<std::size_t>(pair.text + i)]));
      text += digits;
    }
    return text;
  }

  PatternFile const& file_;
  int64_t pairs_[engines]{};
  int64_t differences_ = 0;
  std::vector<std::string> examples_;
};

}  // namespace test
