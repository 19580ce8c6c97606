/// `text.match(pattern)` with the flag `g`, and `text.split(pattern)`: arrays of parts of the text.
#pragma once

#include <cstdint>

#include <type_traits>

#include <rowfuse/array/changes.hpp>
#include <rowfuse/pattern/all_matches.hpp>
#include <rowfuse/pattern/parts.hpp>

namespace rowfuse {

/// The texts of all matches, or null: ECMA-262, 22.2.6.8
template <class Pattern>
RF_HD Maybe<Array<View>> matches_of(Arena& arena, View text) {
  Array<View> all{};
  for (MatchOfAll<Pattern> match{arena, text}; match.found(); match.next()) all = array_push(arena, all, match.whole());
  if (all.count == 0) return null;
  return all;
}

namespace detail {

/// Adds parts until there are as many as the limit.
template <class T>
class LimitedParts {
 public:
  RF_HD RF_INLINE LimitedParts(Arena& arena, uint32_t limit) : arena_{arena}, limit_{limit} {}

  RF_HD RF_INLINE bool is_full() const { return static_cast<uint32_t>(parts_.count) >= limit_; }
  RF_HD RF_INLINE void add(T const& part) {
    if (!is_full()) parts_ = array_push(arena_, parts_, part);
  }
  RF_HD RF_INLINE Array<T> parts() const { return parts_; }

 private:
  Arena& arena_;
  Array<T> parts_{};
  uint32_t limit_;
};

}  // namespace detail

/// The parts between matches, with the groups of each match behind the part before it. The pattern must not be sticky.
template <class Pattern>
RF_HD auto split_by(Arena& arena, View text, int32_t given = -1) {
  using Part = std::conditional_t<(Pattern::layout().groups > 1), Maybe<View>, View>;
  detail::LimitedParts<Part> parts{arena, static_cast<uint32_t>(given)};
  if (parts.is_full()) return parts.parts();
  detail::for_each_part(MatchOfAll<Pattern>{arena, text}, [&](auto const& part) {
    parts.add(Part(part));
    return !parts.is_full();
  });
  return parts.parts();
}

}  // namespace rowfuse
