/// `s.split(separator, limit)` as a lazy array of views: ECMA-262 22.1.3.23
#pragma once

#include <cstdint>

#include <rowfuse/string/part/piece_walk.hpp>

namespace rowfuse {

namespace detail {

/// The ways to cut a text.
enum class Cuts : uint8_t { at_separators, into_units, nowhere };

/// Goes through the pieces of a text.
class SplitWalk {
 public:
  RF_HD RF_INLINE SplitWalk(View text, View separator, uint32_t limit, Cuts cuts) : pieces_{text, separator}, left_{limit}, cuts_{cuts} {}

  RF_HD RF_INLINE bool next(View& piece) {
    if (left_ == 0) return false;
    --left_;
    if (RF_LIKELY(cuts_ == Cuts::at_separators)) {
      if (!pieces_.next(piece)) left_ = 0;
      return true;
    }
    return next_general(piece);
  }

 private:
  /// Works on copies, for the reason given at PieceWalk.
  RF_HD RF_INLINE bool next_general(View& piece) {
    SplitWalk walk = *this;
    View found;
    bool const more = walk.next_other(found);
    *this = walk;
    piece = found;
    return more;
  }

  RF_HD RF_NOINLINE bool next_other(View& piece) {
    View const rest = pieces_.rest();
    if (cuts_ == Cuts::nowhere) {
      piece = rest;
      left_ = 0;
      return true;
    }
    if (rest.empty()) return false;
    piece = rest.char_at(int32_t{0});
    pieces_.skip_to(rest.slice(int32_t{1}));
    return true;
  }

  PieceWalk pieces_;
  uint32_t left_;
  Cuts cuts_;
};

}  // namespace detail

/// The pieces of a text between occurrences of a separator. They are found anew for each iteration.
struct Split {
  using Element = View;

  View text;
  View separator;
  uint32_t limit = 0xFFFFFFFFu;
  detail::Cuts cuts = detail::Cuts::at_separators;

  RF_HD RF_INLINE detail::SplitWalk walk() const { return {text, separator, limit, cuts}; }

  /// True if no piece has half a character, which follows from the text. Some other arrays have none either.
  RF_HD RF_INLINE bool has_plain_pieces() const { return cuts != detail::Cuts::into_units && text.plain() && separator.plain(); }

  class Iterator {
   public:
    RF_HD RF_INLINE explicit Iterator(detail::SplitWalk walk) : walk_{walk} { ++*this; }
    RF_HD RF_INLINE View operator*() const { return piece_; }
    RF_HD RF_INLINE Iterator& operator++() {
      more_ = walk_.next(piece_);
      return *this;
    }
    /// Only ever compared with the end.
    RF_HD RF_INLINE bool operator!=(Iterator const&) const { return more_; }

   private:
    detail::SplitWalk walk_;
    View piece_;
    bool more_ = false;
  };

  RF_HD RF_INLINE Iterator begin() const { return Iterator{walk()}; }
  RF_HD RF_INLINE Iterator end() const { return Iterator{{{}, {}, 0, detail::Cuts::nowhere}}; }

  RF_HD int32_t size() const {
    int32_t count = 0;
    auto pieces = walk();
    for (View piece; pieces.next(piece);) ++count;
    return count;
  }

  /// Finds the piece at an index that is not negative. Returns false if there are fewer pieces.
  RF_HD RF_INLINE bool find(int32_t index, View& piece) const {
    auto pieces = walk();
    for (int32_t i = 0; pieces.next(piece); ++i)
      if (i == index) return true;
    return false;
  }
};

/// Every array is truthy.
RF_HD constexpr bool truthy(Split const&) { return true; }

/// `s.split(separator, limit)`, with the limit converted by ToUint32.
RF_HD RF_INLINE Split split(View text, View separator) {
  return {text, separator, 0xFFFFFFFFu, separator.empty() ? detail::Cuts::into_units : detail::Cuts::at_separators};
}
RF_HD RF_INLINE Split split(View text, View separator, int32_t limit) {
  Split pieces = split(text, separator);
  pieces.limit = static_cast<uint32_t>(limit);
  return pieces;
}

/// `s.split(undefined, limit)`: the text itself.
RF_HD RF_INLINE Split split(View text) { return {text, {}, 0xFFFFFFFFu, detail::Cuts::nowhere}; }
RF_HD RF_INLINE Split split(View text, Undefined, int32_t limit) { return {text, {}, static_cast<uint32_t>(limit), detail::Cuts::nowhere}; }

}  // namespace rowfuse
