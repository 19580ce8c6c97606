/// `s.replace(pattern, template)`, `s.replaceAll(pattern, template)` with a string as pattern: ECMA-262 22.1.3.19, 22.1.3.20
#pragma once

#include <cstdint>

#include <rowfuse/string/form/longest.hpp>
#include <rowfuse/string/lazy/view_list_reader.hpp>
#include <rowfuse/string/memory/arena.hpp>
#include <rowfuse/string/part/piece_walk.hpp>

namespace rowfuse {

/// The occurrences of a pattern that are replaced.
enum class Occurrences : uint8_t { first, all };

/// Says if `$$`, `$&`, `` $` `` and `$'` in a template are substituted: ECMA-262 22.1.3.19.1, GetSubstitution. There are no groups, so `$1`
/// and `$<` stay as they are.
enum class Dollars : uint8_t { plain, patterns };

namespace detail {

/// The parts of a match to which a template can refer.
struct Match {
  View text;
  View before;
  View after;
};

/// The views of which a template consists for one match.
class TemplateWalk {
 public:
  RF_HD explicit TemplateWalk(View text) : rest_{without_hints(text)} {}

  RF_HD bool next(View& view, Match const& match) {
    if (rest_.empty()) return false;
    int32_t const at = find_pattern();
    if (at != 0) {
      int32_t const size = at < 0 ? rest_.size : at;
      view = {rest_.data, size, rest_.flags & ~(at < 0 ? 0u : View::high_tail)};
      drop(size);
      return true;
    }
    char const kind = rest_.data[1];
    view = kind == '&' ? match.text : kind == '`' ? match.before : kind == '\'' ? match.after : View{rest_.data, 1, View::ascii};
    drop(2);
    return true;
  }

 private:
  /// Returns the first `$` that begins a pattern, or -1.
  RF_HD int32_t find_pattern() const {
    for (int32_t at = 0;; ++at) {
      at = find_byte(rest_.data, at, rest_.size - 1, '$');
      if (at < 0) return -1;
      char const kind = rest_.data[at + 1];
      if (kind == '$' || kind == '&' || kind == '`' || kind == '\'') return at;
    }
  }

  RF_HD void drop(int32_t size) {
    rest_ = {rest_.data + size, rest_.size - size, rest_.flags & ~View::low_head};
    if (rest_.size == 0) rest_.flags = 0;
  }

  View rest_;
};

/// The views of which a string consists after its replacement.
template <Occurrences occurrences, Dollars dollars>
class ReplacedWalk {
 public:
  RF_HD ReplacedWalk(View text, View pattern, View replacement)
      : text_{without_hints(text)}, pattern_{pattern}, replacement_{replacement}, pieces_{text, pattern}, template_{replacement} {}

  RF_HD bool next(View& view) {
    for (;;) {
      switch (state_) {
        case State::piece: state_ = next_piece(view) ? State::match : State::end; return true;
        case State::match:
          state_ = State::piece;
          if constexpr (dollars == Dollars::plain) {
            view = replacement_;
            return true;
          }
          template_ = TemplateWalk{replacement_};
          state_ = State::inside;
          break;
        case State::inside:
          if (template_.next(view, {pattern_, text_.slice(int32_t{0}, before_), rest()})) return true;
          state_ = State::piece;
          break;
        case State::end: return false;
      }
    }
  }

 private:
  enum class State : uint8_t { piece, match, inside, end };

  /// Sets `piece` to the text before the next match, or to the rest.
  RF_HD bool next_piece(View& piece) {
    if (occurrences == Occurrences::first && any_) {
      piece = rest();
      return false;
    }
    bool const found = pattern_.empty() ? next_unit(piece) : pieces_.next(piece);
    if constexpr (dollars == Dollars::patterns) before_ += (any_ ? pattern_.length() : 0) + piece.length();
    any_ = true;
    return found;
  }

  /// An empty pattern matches before the first unit, between all units, and after the last one.
  RF_HD bool next_unit(View& unit) {
    if (!any_) {
      left_ = text_;
      unit = {text_.data, 0, View::ascii};
      return true;
    }
    if (left_.empty()) {
      unit = left_;
      return false;
    }
    unit = left_.char_at(int32_t{0});
    left_ = left_.slice(int32_t{1});
    return true;
  }

  RF_HD View rest() const { return pattern_.empty() ? left_ : pieces_.rest(); }

  View text_;
  View pattern_;
  View replacement_;
  PieceWalk pieces_;
  TemplateWalk template_;
  View left_;           // of the text, for an empty pattern
  int32_t before_ = 0;  // units before the match
  State state_ = State::piece;
  bool any_ = false;
};

/// Writes a plain text into [at, end), with matches of a plain pattern that is not empty replaced by plain text. Writes what fits, and
/// counts everything.
template <Occurrences occurrences>
RF_HD RF_NOINLINE Written write_replaced(char* at, char* end, View text, View pattern, View replacement) {
  int64_t needed = 0;
  int32_t from = 0;
  auto const write = [&](char const* data, int32_t size) {
    needed += size;
    if (size > end - at) {
      end = at;  // nothing behind this part is written
      return;
    }
    copy_bytes(at, data, size);
    at += size;
  };
  for (;;) {
    int32_t const match = find_bytes(text.data, from, text.size, pattern.data, pattern.size, text.is_padded());
    if (match < 0) break;
    write(text.data + from, match - from);
    write(replacement.data, replacement.size);
    from = match + pattern.size;
    if constexpr (occurrences == Occurrences::first) break;
  }
  write(text.data + from, text.size - from);
  return {at, needed};
}

}  // namespace detail

/// A string with matches of a pattern replaced.
template <Occurrences occurrences, Dollars dollars>
struct Replaced : LazyMethods<Replaced<occurrences, dollars>> {
  using Base = LazyMethods<Replaced<occurrences, dollars>>;

  View text;
  View pattern;
  View replacement;

  RF_HD auto reader() const { return detail::ViewListReader<Walk>{walk()}; }
  RF_HD uint32_t flags() const {
    if (detail::all_ascii(text) && detail::all_ascii(replacement) && detail::all_ascii(pattern)) return View::ascii;
    // The empty string also matches between the halves of a pair.
    if (pattern.empty() && occurrences == Occurrences::all) return View::halves;
    return (text.flags | pattern.flags | replacement.flags) & View::halves;
  }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<Replaced>{*this, from, to}; }

  /// True if the bytes of the pattern are searched for, and those of the replacement written.
  RF_HD bool is_in_bytes() const {
    if constexpr (dollars == Dollars::patterns) return false;
    return text.plain() && pattern.plain() && replacement.plain() && !pattern.empty();
  }

  RF_HD int64_t utf8_size() const {
    if (RF_LIKELY(is_in_bytes())) return detail::write_replaced<occurrences>(nullptr, nullptr, text, pattern, replacement).needed;
    return detail::write_views(nullptr, nullptr, walk()).needed;
  }
  RF_HD Written write(char* at, char* end) const {
    if (RF_LIKELY(is_in_bytes())) return detail::write_replaced<occurrences>(at, end, text, pattern, replacement);
    return detail::write_views(at, end, walk());
  }

 private:
  using Walk = detail::ReplacedWalk<occurrences, dollars>;

  RF_HD Walk walk() const { return {text, pattern, replacement}; }
};

/// `s.replace(pattern, template)` or `s.replaceAll(pattern, template)`. A result that is too long is a fault.
template <Occurrences occurrences, Dollars dollars, class Out>
RF_HD RF_INLINE Replaced<occurrences, dollars> replace(Out& out, View text, View pattern, View replacement) {
  Replaced<occurrences, dollars> const replaced{{}, text, pattern, replacement};
  // The sizes show that nearly all results are far from the limit.
  int64_t const most_matches = occurrences == Occurrences::first ? 1 : text.size / (pattern.size > 0 ? pattern.size : 1) + int64_t{1};
  int32_t const most_parts = replacement.size / 2 + 1;
  double const each = dollars == Dollars::plain ? replacement.size : most_parts * (1.0 + text.size);
  if (text.size + static_cast<double>(most_matches) * each > static_cast<double>(longest_string) && replaced.utf8_size() > longest_string &&
      !detail::is_possible_length(out, int64_t{replaced.length()}))
    return {{}, {}, pattern, {}};
  return replaced;
}

/// Returns the replaced string as one view. A text without a match is returned as it is, and so are all texts of a chain of replacements
/// before the first match.
template <Occurrences occurrences, Dollars dollars>
RF_HD View flatten(Arena& arena, Replaced<occurrences, dollars> const& replaced) {
  View const text = replaced.text;
  View const pattern = replaced.pattern;
  if (!replaced.is_in_bytes()) return append(arena, View{nullptr, 0, View::ascii}, replaced);
  int32_t const first = detail::find_bytes(text.data, 0, text.size, pattern.data, pattern.size, text.is_padded());
  if (first < 0) return detail::without_hints(text);
  bool const grows = replaced.replacement.size > pattern.size;
  View const rest{text.data + first, text.size - first, text.flags};
  int64_t const room =
      first + (grows ? detail::write_replaced<occurrences>(nullptr, nullptr, rest, pattern, replaced.replacement).needed : rest.size);
  char* const data = arena.take_low(room, false);
  if (data == nullptr) return text;
  detail::copy_bytes(data, text.data, first);
  char const* const end = detail::write_replaced<occurrences>(data + first, data + room, rest, pattern, replaced.replacement).at;
  auto const size = static_cast<int32_t>(end - data);
  arena.set_used(data, size);
  return {data, size, View::built | (replaced.flags() & View::ascii)};
}

/// `s.replace(pattern, replacement)` without patterns in the replacement, as a rope.
template <Pieced R>
RF_HD RF_INLINE auto replace_first(View text, View pattern, R const& replacement) {
  Rope<detail::PieceCount<R>::value + 2> result;
  View const whole = detail::without_hints(text);
  detail::PieceWalk pieces{whole, pattern};
  View before{whole.data, 0, View::ascii};
  bool const found = pattern.empty() || pieces.next(before);
  result.pieces[0] = found ? before : whole;
  if (found) {
    detail::place(result, 1, replacement);
    result.pieces[result.count - 1] = pieces.rest();
  }
  return result;
}

}  // namespace rowfuse
