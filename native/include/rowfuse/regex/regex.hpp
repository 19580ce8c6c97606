/// Regular expressions of generated code. A pattern is a type with the static functions `layout()` and `image()`.
///
/// A match is an array of places by register of the pattern. Entry 2 * group is where a group begins, and 2 * group + 1 where it ends; both
/// are -1 if the group is not set. Group 0 is the match. An array has `layout().registers` entries; those behind the groups are the engine's.
///
/// A place is an offset in the bytes of the text. The place between the halves of a pair is that of the pair's second byte.
#pragma once

#include <cstdint>

#include <rowfuse/regex/automaton_rows.hpp>
#include <rowfuse/regex/enclosed.hpp>
#include <rowfuse/regex/evaluated_rows.hpp>
#include <rowfuse/regex/layout.hpp>
#include <rowfuse/regex/search.hpp>
#include <rowfuse/regex/set_runs.hpp>
#include <rowfuse/regex/subject.hpp>
#include <rowfuse/regex/tagged.hpp>
#include <rowfuse/regex/two_pass.hpp>

namespace rowfuse::regex {

/// True if `test` takes no memory.
template <class Pattern>
inline constexpr bool tests_in_place =
    Pattern::layout().set_matches > 0 ||
    Pattern::layout().search_states > 0 || Pattern::layout().tagged_states > 0 || Pattern::layout().viability_states > 0;

/// True if `match` takes no memory.
template <class Pattern>
inline constexpr bool matches_in_place = Pattern::layout().set_matches > 0 || Pattern::layout().tagged_states > 0;

/// True if `Matches` takes no memory.
template <class Pattern>
inline constexpr bool matches_all_in_place = Pattern::layout().set_matches > 0 || Pattern::layout().tagged_all != 0;

namespace detail {

/// The rows by an automaton, or evaluated.
template <class Pattern, bool by_automaton = (Pattern::layout().viability_states > 0)>
struct TwoPassOf {
  using Type = TwoPass<Pattern, AutomatonRows>;
};
template <class Pattern>
struct TwoPassOf<Pattern, false> {
  using Type = TwoPass<Pattern, EvaluatedRows>;
};
template <class Pattern>
using Passes = typename TwoPassOf<Pattern>::Type;

/// Returns the engine of a pattern that finds matches without memory.
template <class Pattern>
RF_HD RF_INLINE auto engine_in_place(Subject const& subject) {
  if constexpr (Pattern::layout().set_matches > 0) {
    return SetRuns<Pattern>{Pattern{}, subject};
#if !defined(RF_DEVICE_PASS)
    // Lanes of the device would search at different times.
  } else if constexpr (Pattern::layout().enclosed_open >= 0) {
    return Enclosed<Pattern>{Pattern{}, subject};
#endif
  } else {
    return Tagged<Pattern, Pattern::layout().tagged_registers>{Pattern{}, subject};
  }
}

}  // namespace detail

/// Returns the words of memory for a text, of those functions that take memory.
template <class Pattern>
RF_HD RF_INLINE int64_t memory_words(View text) {
  return detail::Passes<Pattern>::memory_words(Pattern{}, Subject{text});
}

/// Finds the first match that begins at `from` or behind it.
template <class Pattern>
RF_HD RF_INLINE bool match(View text, int32_t from, int32_t* registers, uint32_t* memory = nullptr) {
  if constexpr (matches_in_place<Pattern>) {
    return detail::engine_in_place<Pattern>(Subject{text}).match(from, registers);
  } else {
    return detail::Passes<Pattern>{Pattern{}, Subject{text}, memory}.match(from, registers);
  }
}

/// True if a text has a match.
template <class Pattern>
RF_HD RF_INLINE bool test(View text, uint32_t* memory = nullptr) {
  Subject const subject{text};
  if constexpr (Pattern::layout().set_matches > 0) {
    return SetRuns<Pattern>{Pattern{}, subject}.test(subject.begin());
  } else if constexpr (Pattern::layout().search_states > 0) {
    return Search<Pattern>{Pattern{}, subject}.test(subject.begin());
  } else if constexpr (Pattern::layout().tagged_states == 0 && Pattern::layout().viability_states > 0) {
    return AutomatonRows<Pattern>::test(Pattern{}, subject);
  } else {
    int32_t registers[Pattern::layout().registers];
    return match<Pattern>(text, subject.begin(), registers, memory);
  }
}

/// All matches of a text, as a loop over `exec` finds them with the flag `g`, in time that is linear in the text.
template <class Pattern>
class Matches {
 public:
  RF_HD RF_INLINE explicit Matches(View text, uint32_t* memory = nullptr) : Matches{text, memory, Subject{text}.begin()} {}
  /// @param from The place where the first search begins, or -1 behind the end of the text.
  RF_HD RF_INLINE Matches(View text, uint32_t* memory, int32_t from) : subject_{text}, engine_{make(subject_, memory)}, from_{from} {}

  RF_HD RF_INLINE Subject const& subject() const { return subject_; }
  /// Finds the first match that begins at `from` or behind it.
  RF_HD RF_INLINE bool match(int32_t from, int32_t* registers) { return engine_.match(from, registers); }

  /// Finds the next match.
  RF_HD RF_INLINE bool next(int32_t* registers) {
    if (from_ < 0 || !engine_.match(from_, registers)) return false;
    from_ = registers[1];
    // The search goes on behind the next character, if the match is empty.
    if (registers[0] == registers[1]) from_ = from_ < subject_.end() ? subject_.next(from_, Pattern::layout().unicode != 0).place : -1;
    return true;
  }

 private:
  static RF_HD RF_INLINE auto make(Subject const& subject, uint32_t* memory) {
    if constexpr (matches_all_in_place<Pattern>) {
      return detail::engine_in_place<Pattern>(subject);
    } else {
      return detail::Passes<Pattern>{Pattern{}, subject, memory};
    }
  }

  Subject subject_;
  decltype(make(Subject{View{}}, nullptr)) engine_;
  int32_t from_;
};

/// Returns the index of a place in UTF-16 units.
RF_HD inline int32_t unit_index(View text, int32_t place) {
  Subject const subject{text};
  int32_t units = 0;
  for (int32_t at = subject.begin(); at < place; ++units) at = subject.next(at, false).place;
  return units;
}

}  // namespace rowfuse::regex
