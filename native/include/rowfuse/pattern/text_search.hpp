/// Searches of one text with a regular expression that has the flag `g` or `y`: `exec` and `test`, without `lastIndex`.
#pragma once

#include <cstdint>

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/pattern/found.hpp>
#include <rowfuse/regex/regex.hpp>

namespace rowfuse {

/// A regular expression that a row function makes for one text, and its last match. Nothing asks for its `lastIndex`, so that no place is
/// converted to an index and back: ECMA-262, 22.2.7.2, RegExpBuiltinExec
template <class Pattern>
class TextSearch : public Found<Pattern> {
  static_assert(regex::matches_all_in_place<Pattern>, "the pattern takes memory");

 public:
  RF_HD RF_INLINE explicit TextSearch(View text) : Found<Pattern>{text}, matches_{text}, from_{matches_.subject().begin()} {}

  /// Finds the next match in the text. If there is none, the next search begins at the start.
  RF_HD RF_INLINE void exec(View /*text*/) {
    this->set(matches_.match(from_, this->places()));
    from_ = this->found() ? this->to() : matches_.subject().begin();
  }

 private:
  regex::Matches<Pattern> matches_;
  int32_t from_;
};

}  // namespace rowfuse
