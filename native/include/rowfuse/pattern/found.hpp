/// The result of a search for a regular expression: ECMA-262, 22.2.7.2, RegExpBuiltinExec
#pragma once

#include <cstdint>

#include <rowfuse/base/maybe.hpp>
#include <rowfuse/regex/subject.hpp>
#include <rowfuse/string/part/piece_walk.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse {

namespace detail {

/// Returns the part of a text between two places. A place between the halves of a pair is that of the pair's second byte.
RF_HD RF_INLINE View part_between(View text, int32_t from, int32_t to) {
  if (from == to) return {text.data + from, 0, View::ascii};
  uint32_t const kept = text.flags & (View::ascii | View::padded | View::surrogates);
  if (text.is_ascii()) return {text.data + from, to - from, kept};
  bool const low_head = from > 0 && is_lead4(byte_at(text.data + from - 1));
  bool const high_tail = is_lead4(byte_at(text.data + to - 1));
  int32_t const begin = from - (low_head ? 1 : 0);
  int32_t const end = to + (high_tail ? 3 : 0);
  return {text.data + begin, end - begin, kept | (low_head ? uint32_t{View::low_head} : 0u) | (high_tail ? uint32_t{View::high_tail} : 0u)};
}

}  // namespace detail

/// A match in a text, or nothing found.
template <class Pattern>
class Found {
 public:
  RF_HD RF_INLINE explicit Found(View text) : text_{detail::without_hints(text)}, counted_{regex::Subject{text}.begin()} {}

  /// The places by the registers of the pattern, which an engine writes.
  RF_HD RF_INLINE int32_t* places() { return places_; }
  RF_HD RF_INLINE void set(bool found) { found_ = found; }

  RF_HD RF_INLINE bool found() const { return found_; }
  RF_HD RF_INLINE View text() const { return text_; }
  /// The places of the match in the bytes of the text.
  RF_HD RF_INLINE int32_t from() const { return places_[0]; }
  RF_HD RF_INLINE int32_t to() const { return places_[1]; }

  /// The places where the match starts and ends, or -1. They remember their bytes.
  RF_HD RF_INLINE Position start() const { return found_ ? position(places_[0]) : Position{}; }
  RF_HD RF_INLINE Position end() const { return found_ ? position(places_[1]) : Position{}; }
  /// The index of the match, or -1. Units are counted from the place that was asked for before, so that a loop over all matches takes linear
  /// time.
  RF_HD RF_INLINE int32_t index() {
    if (!found_) return -1;
    if (text_.is_ascii()) return places_[0];
    count_to(places_[0]);
    return units_;
  }

  /// The index of a place of the match by its register, or -1. Units are counted from the match on.
  RF_HD RF_INLINE int32_t index_of(int32_t number) {
    if (!found_ || places_[number] < 0) return -1;
    if (text_.is_ascii()) return places_[number];
    int32_t const start = index();
    bool const is_behind = places_[number] >= places_[0];
    int32_t const units = detail::part_between(text_, places_[is_behind ? 0 : number], places_[is_behind ? number : 0]).length();
    return is_behind ? start + units : start - units;
  }

  /// The text of the match, which is empty if there is none.
  RF_HD RF_INLINE View whole() const {
    return found_ ? detail::part_between(text_, places_[0], places_[1]) : View{text_.data, 0, View::ascii};
  }
  /// The text of a group, or undefined.
  RF_HD RF_INLINE Maybe<View> group(int32_t number) const {
    if (!found_ || places_[2 * number] < 0) return undefined;
    return detail::part_between(text_, places_[2 * number], places_[2 * number + 1]);
  }

 protected:
  /// Goes on with another text, in which nothing is found yet.
  RF_HD RF_INLINE void change_text(View text) {
    text_ = detail::without_hints(text);
    counted_ = regex::Subject{text}.begin();
    units_ = 0;
    found_ = false;
  }

 private:
  RF_HD RF_INLINE Position position(int32_t place) const {
    if (text_.is_ascii()) return {text_.data, place, place, true};
    // A place between the halves of a pair is one unit behind the pair's first byte, and a text may begin with the second half.
    bool const divides = place > 0 && detail::is_lead4(detail::byte_at(text_.data + place - 1));
    int64_t const cut_off = (text_.flags & View::low_head) != 0 ? 1 : 0;
    return {text_.data, place - (divides ? 1 : 0), (divides ? 1 : 0) - cut_off};
  }

  RF_HD RF_NOINLINE void count_to(int32_t place) {
    bool const is_behind = place >= counted_;
    int32_t const from = is_behind ? counted_ : regex::Subject{text_}.begin();
    units_ = (is_behind ? units_ : 0) + detail::part_between(text_, from, place).length();
    counted_ = place;
  }

  View text_;
  int32_t counted_;    // a place whose index is known
  int32_t units_ = 0;  // the index
  bool found_ = false;
  int32_t places_[Pattern::layout().registers];
};

}  // namespace rowfuse
