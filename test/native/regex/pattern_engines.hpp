/// The engines of a pattern that is read at run time, for host and device.
#pragma once

#include <cstdint>
#include <utility>

#include <rowfuse/regex/automaton_rows.hpp>
#include <rowfuse/regex/enclosed.hpp>
#include <rowfuse/regex/evaluated_rows.hpp>
#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/search.hpp>
#include <rowfuse/regex/set_runs.hpp>
#include <rowfuse/regex/subject.hpp>
#include <rowfuse/regex/tagged.hpp>
#include <rowfuse/regex/two_pass.hpp>

namespace test {

namespace rf = rowfuse;
namespace regex = rowfuse::regex;

struct Pattern {
  regex::Layout members;
  char const* bytes;

  RF_HD regex::Layout const& layout() const { return members; }
  RF_HD char const* image() const { return bytes; }
};

/// In the order of enginesOf in test/regex/native-matches.ts.
enum class Engine { two_passes, automaton_passes, backward_test, search, tagged, set, enclosed };
inline constexpr int engines = 7;
inline constexpr char const* engine_names[engines] = {
    "two passes", "two passes by an automaton", "backward test", "search", "tagged", "set", "enclosed"};

/// Calls `run<engine>()` for each engine, in that order.
template <class Run>
void for_each_engine(Run run) {
  [&]<int... engine>(std::integer_sequence<int, engine...>) {
    (run.template operator()<static_cast<Engine>(engine)>(), ...);
  }(std::make_integer_sequence<int, engines>{});
}

/// The registers of a random pattern's tagged automaton are at most as many.
inline constexpr int32_t most_registers = 256;

/// True if a pattern has the tables of an engine.
RF_HD inline bool has_engine(regex::Layout const& layout, Engine engine) {
  switch (engine) {
    case Engine::automaton_passes:
    case Engine::backward_test: return layout.viability_states > 0;
    case Engine::search: return layout.search_states > 0;
    case Engine::tagged: return layout.tagged_states > 0;
    case Engine::set: return layout.set_matches > 0;
    case Engine::enclosed: return layout.enclosed_open >= 0;
    default: return true;
  }
}

/// True if an engine tells only if there is a match.
RF_HD constexpr bool is_test(Engine engine) { return engine == Engine::backward_test || engine == Engine::search; }

/// Returns the words of memory that an engine takes for a text.
template <Engine engine, class Text>
RF_HD int64_t memory_words(Pattern const& pattern, Text const& text) {
  if constexpr (engine == Engine::two_passes) {
    return regex::TwoPass<Pattern, regex::EvaluatedRows, Text>::memory_words(pattern, text);
  } else if constexpr (engine == Engine::automaton_passes) {
    return regex::TwoPass<Pattern, regex::AutomatonRows, Text>::memory_words(pattern, text);
  } else {
    return 0;
  }
}

/// Returns true if an engine that is a test finds a match.
template <Engine engine, class Text>
RF_HD bool test_text(Pattern const& pattern, Text const& text) {
  static_assert(is_test(engine));
  if constexpr (engine == Engine::search) {
    return regex::Search<Pattern, Text>{pattern, text}.test(text.begin());
  } else {
    return regex::AutomatonRows<Pattern, Text>::test(pattern, text);
  }
}

/// Calls `visit(registers)` for each match, as a loop over `exec` finds them, until it returns false.
template <class Found, class Text, class Visit>
RF_HD void each_match_of(Found found, Pattern const& pattern, Text const& text, int32_t* registers, Visit visit) {
  int32_t from = text.begin();
  while (found.match(from, registers)) {
    if (!visit(registers)) return;
    from = registers[1];
    if (registers[0] != registers[1]) continue;
    if (from >= text.end()) return;
    from = text.next(from, pattern.layout().unicode != 0).place;
  }
}

/// Does so by an engine. `memory` has `memory_words`, and `registers` those of the pattern.
template <Engine engine, class Text, class Visit>
RF_HD void each_match(Pattern const& pattern, Text const& text, uint32_t* memory, int32_t* registers, Visit visit) {
  static_assert(!is_test(engine));
  if constexpr (engine == Engine::two_passes) {
    each_match_of(regex::TwoPass<Pattern, regex::EvaluatedRows, Text>{pattern, text, memory}, pattern, text, registers, visit);
  } else if constexpr (engine == Engine::automaton_passes) {
    each_match_of(regex::TwoPass<Pattern, regex::AutomatonRows, Text>{pattern, text, memory}, pattern, text, registers, visit);
  } else if constexpr (engine == Engine::enclosed) {
    each_match_of(regex::Enclosed<Pattern, Text>{pattern, text}, pattern, text, registers, visit);
  } else if constexpr (engine == Engine::set) {
    each_match_of(regex::SetRuns<Pattern, Text>{pattern, text}, pattern, text, registers, visit);
  } else {
    each_match_of(regex::Tagged<Pattern, most_registers, Text>{pattern, text}, pattern, text, registers, visit);
  }
}

}  // namespace test
