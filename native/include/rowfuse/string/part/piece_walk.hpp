/// A string cut at the occurrences of another one, for `split` and `replaceAll`.
#pragma once

#include <cstdint>

#include <rowfuse/string/part/slice.hpp>
#include <rowfuse/string/search/index_of.hpp>
#include <rowfuse/string/unit/unit_at.hpp>

namespace rowfuse::detail {

/// Returns a view without hints, whose bytes are only read from now on.
RF_HD RF_INLINE View without_hints(View view) { return {view.data, view.size, view.flags & (View::halves | View::ascii | View::padded)}; }

/// The pieces of a text before, between and after the matches of a pattern that is not empty. Matches do not overlap.
class PieceWalk {
 public:
  RF_HD RF_INLINE PieceWalk(View text, View pattern) : rest_{without_hints(text)}, pattern_{pattern} {}

  /// Finds the next match. Returns true and sets `piece` to the text before it, or returns false and sets `piece` to the rest.
  RF_HD RF_INLINE bool next(View& piece) {
    if (RF_LIKELY(rest_.plain() && pattern_.plain())) {
      int32_t const at = find_bytes(rest_.data, 0, rest_.size, pattern_.data, pattern_.size, rest_.is_padded());
      if (at < 0) {
        piece = rest_;
        return false;
      }
      int32_t const after = at + pattern_.size;
      piece = {rest_.data, at, rest_.flags};
      rest_ = {rest_.data + after, rest_.size - after, rest_.flags};
      return true;
    }
    return next_general(piece);
  }

  /// Returns the text after the last match found.
  RF_HD RF_INLINE View rest() const { return rest_; }
  RF_HD RF_INLINE void skip_to(View rest) { rest_ = rest; }

 private:
  /// Works on copies: an argument passed by reference to a function that is not inlined lies in memory on every path. On a GPU that is the
  /// thread's local memory.
  RF_HD RF_INLINE bool next_general(View& piece) {
    PieceWalk walk = *this;
    View found;
    bool const more = walk.next_by_units(found);
    rest_ = walk.rest_;
    piece = found;
    return more;
  }

  RF_HD RF_NOINLINE bool next_by_units(View& piece) {
    int32_t const at = find_in_string(rest_, pattern_, 0);
    if (at < 0) {
      piece = rest_;
      return false;
    }
    piece = rest_.slice(int32_t{0}, at);
    rest_ = rest_.slice(at + pattern_.length());
    return true;
  }

  View rest_;
  View pattern_;
};

}  // namespace rowfuse::detail
