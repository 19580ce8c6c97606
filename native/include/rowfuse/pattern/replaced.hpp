/// `text.replace(pattern, replacement)` with a regular expression that matches without memory, as a lazy string: ECMA-262, 22.2.6.11
#pragma once

#include <cstdint>

#include <type_traits>

#include <rowfuse/pattern/replace.hpp>
#include <rowfuse/regex/set_copy.hpp>
#include <rowfuse/string/bytes/byte_stream.hpp>
#include <rowfuse/string/bytes/copy.hpp>
#include <rowfuse/string/bytes/wide.hpp>
#include <rowfuse/string/lazy/replaced.hpp>
#include <rowfuse/string/lazy/view_list_reader.hpp>

namespace rowfuse {

namespace detail {

template <class Pattern, Occurrences occurrences>
using MatchesOf = std::conditional_t<occurrences == Occurrences::all, MatchOfAll<Pattern>, OnlyMatch<Pattern>>;

/// True if no match begins or ends between the halves of a pair.
template <class Pattern>
inline constexpr bool keeps_pairs =
    Pattern::layout().unicode != 0 || (Pattern::layout().set_matches > 0 && Pattern::layout().set_others == 0);

template <class Pattern>
RF_HD RF_INLINE bool divides_pair(View text, int32_t place) {
  return !keeps_pairs<Pattern> && !text.is_ascii() && place > 0 && is_lead4(byte_at(text.data + place - 1));
}

/// The views of which a text consists after its replacement.
template <class Pattern, Occurrences occurrences, Dollars dollars>
class ReplacedMatchesWalk {
 public:
  RF_HD ReplacedMatchesWalk(View text, View replacement)
      : match_{text}, replacement_{replacement}, texts_{replacement}, from_{regex::Subject{text}.begin()} {}

  RF_HD bool next(View& view) {
    for (;;) {
      switch (state_) {
        case State::before: {
          View const text = match_.text();
          bool const found = match_.found();
          view = part_between(text, from_, found ? match_.from() : regex::Subject{text}.end());
          state_ = found ? State::match : State::end;
          return true;
        }
        case State::match:
          texts_ = Substitution<Pattern>{replacement_};
          state_ = State::inside;
          if constexpr (dollars == Dollars::plain) {
            view = replacement_;
            go_on();
            return true;
          }
          break;
        case State::inside:
          if (texts_.next(view, match_)) return true;
          go_on();
          break;
        case State::end: return false;
      }
    }
  }

 private:
  enum class State : uint8_t { before, match, inside, end };

  RF_HD void go_on() {
    from_ = match_.to();
    match_.next();
    state_ = State::before;
  }

  MatchesOf<Pattern, occurrences> match_;
  View replacement_;
  Substitution<Pattern> texts_;
  int32_t from_;  // the end of the last match
  State state_ = State::before;
};

/// Writes parts of texts into [at, end). Writes what fits, and counts everything.
class PartWriter {
 public:
  RF_HD RF_INLINE PartWriter(char* at, char* end) : at_{at}, end_{end} {}

  /// @param readable The number of bytes from `data` on that can be read.
  RF_HD RF_INLINE void add(char const* data, int32_t size, [[maybe_unused]] int32_t readable) {
    needed_ += size;
#if defined(__SSE2__) && !defined(RF_DEVICE_PASS)
    // Most parts are short, of sizes that no processor can predict.
    if (RF_LIKELY(size <= 16 && readable >= 16 && end_ - at_ >= 16)) {
      store_16(at_, load_16(data));
      at_ += size;
      return;
    }
#endif
    if (size > end_ - at_) {
      end_ = at_;  // nothing behind this part is written
      return;
    }
#if defined(RF_DEVICE_PASS)
    copy_pieces(at_, data, size);
#else
    copy_bytes(at_, data, size);
#endif
    at_ += size;
  }
  RF_HD RF_INLINE Written written() const { return {at_, needed_}; }

 private:
  char* at_;
  char* end_;
  int64_t needed_ = 0;
};

#if defined(RF_DEVICE_PASS)
/// Writes a plain text of which `bytes_tell_matches` holds, with matches replaced by plain text. All lanes take one step per byte: lanes that
/// searched and lanes that copied would wait for each other.
template <class Pattern>
__device__ RF_NOINLINE Written write_replaced_bytes(char* at, char* end, View text, View replacement) {
  regex::Subject const subject{text};
  regex::CharacterSet<Pattern> const set{Pattern{}};
  constexpr bool is_run = Pattern::layout().set_matches > 1;
  ByteStream stream{at, end};
  bool inside = false;
  for (std::int32_t place = 0; place < text.size; ++place) {
    std::uint32_t const byte = subject.byte(place);
    bool const is_member = set.has_byte(byte);
    if (!is_member) stream.put(byte);
    if (is_member && !(is_run && inside))
      for (std::int32_t i = 0; i < replacement.size; ++i) stream.put(byte_at(replacement.data + i));
    inside = is_member;
  }
  stream.flush();
  return {stream.at(), stream.needed()};
}

/// Returns the size that `write_replaced_bytes` needs.
template <class Pattern>
__device__ RF_NOINLINE std::int64_t replaced_bytes_size(View text, View replacement) {
  regex::Subject const subject{text};
  regex::CharacterSet<Pattern> const set{Pattern{}};
  constexpr bool is_run = Pattern::layout().set_matches > 1;
  std::int32_t kept = 0;
  std::int32_t matches = 0;
  bool inside = false;
  for (std::int32_t place = 0; place < text.size; ++place) {
    bool const is_member = set.has_byte(subject.byte(place));
    kept += is_member ? 0 : 1;
    matches += is_member && !(is_run && inside) ? 1 : 0;
    inside = is_member;
  }
  return kept + std::int64_t{matches} * replacement.size;
}
#endif

/// Writes a plain text into [at, end), with matches replaced by plain text. Writes what fits, and counts everything; `needed` is -1 if a
/// match divides a pair.
template <class Pattern, Occurrences occurrences>
RF_HD RF_NOINLINE Written write_replaced_matches(char* at, char* end, View text, View replacement) {
#if defined(RF_DEVICE_PASS)
  if constexpr (Pattern::layout().set_matches > 0 && occurrences == Occurrences::all)
    if (regex::bytes_tell_matches<Pattern>(text)) return write_replaced_bytes<Pattern>(at, end, text, replacement);
#endif
  PartWriter writer{at, end};
  int32_t const readable = regex::Subject{text}.readable();
  char const* inserted = replacement.data;
  int32_t inserted_readable = replacement.size;
#if defined(__SSE2__) && !defined(RF_DEVICE_PASS)
  char buffer[16] = {};
  if (replacement.size <= 16) {
    copy_bytes(buffer, replacement.data, replacement.size);
    inserted = buffer;
    inserted_readable = 16;
  }
#endif
  int32_t from = 0;
  for (MatchesOf<Pattern, occurrences> match{text}; match.found(); match.next()) {
    if (divides_pair<Pattern>(text, match.from()) || divides_pair<Pattern>(text, match.to())) return {at, -1};
    writer.add(text.data + from, match.from() - from, readable - from);
    writer.add(inserted, replacement.size, inserted_readable);
    from = match.to();
  }
  writer.add(text.data + from, text.size - from, readable - from);
  return writer.written();
}

/// Returns the size that `write_replaced_matches` needs.
template <class Pattern, Occurrences occurrences>
RF_HD RF_NOINLINE int64_t replaced_matches_size(View text, View replacement) {
#if defined(RF_DEVICE_PASS)
  if constexpr (Pattern::layout().set_matches > 0 && occurrences == Occurrences::all)
    if (regex::bytes_tell_matches<Pattern>(text)) return replaced_bytes_size<Pattern>(text, replacement);
#endif
  int64_t needed = text.size;
  for (MatchesOf<Pattern, occurrences> match{text}; match.found(); match.next()) {
    if (divides_pair<Pattern>(text, match.from()) || divides_pair<Pattern>(text, match.to())) return -1;
    needed += replacement.size - (match.to() - match.from());
  }
  return needed;
}

}  // namespace detail

/// A string with matches of a pattern replaced.
template <class Pattern, Occurrences occurrences, Dollars dollars>
struct ReplacedMatches : LazyMethods<ReplacedMatches<Pattern, occurrences, dollars>> {
  static constexpr bool writes_halves = true;

  View text;
  View replacement;

  RF_HD auto reader() const { return detail::ViewListReader<Walk>{walk()}; }
  RF_HD uint32_t flags() const {
    if (detail::all_ascii(text) && detail::all_ascii(replacement)) return View::ascii;
    return detail::keeps_pairs<Pattern> ? (text.flags | replacement.flags) & View::halves : View::halves;
  }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<ReplacedMatches>{*this, from, to}; }

  /// True if the bytes of the text are searched, and those of the replacement written.
  RF_HD bool is_in_bytes() const { return dollars == Dollars::plain && text.plain() && replacement.plain(); }

  RF_HD int64_t utf8_size() const {
    if (RF_LIKELY(is_in_bytes())) {
      if (replaces_bytes()) return text.size;
      int64_t const size = detail::replaced_matches_size<Pattern, occurrences>(text, replacement);
      if (RF_LIKELY(size >= 0)) return size;
    }
    return detail::write_views(nullptr, nullptr, walk()).needed;
  }
  RF_HD Written write(char* at, char* end) const {
    if (RF_LIKELY(is_in_bytes())) {
      if (replaces_bytes()) return write_bytes(at, end);
      Written const written = detail::write_replaced_matches<Pattern, occurrences>(at, end, text, replacement);
      if (RF_LIKELY(written.needed >= 0)) return written;
    }
    return detail::write_views(at, end, walk());
  }

  /// Returns room for the bytes of the string, or -1 if they are not written as they are.
  RF_HD int64_t most_bytes() const {
    if (!is_in_bytes()) return -1;
    // A deletion never divides a pair of an ASCII text, and so never needs to be measured.
    bool const is_deletion = replacement.empty() && (detail::keeps_pairs<Pattern> || text.is_ascii());
    return is_deletion || replaces_bytes() ? text.size : detail::replaced_matches_size<Pattern, occurrences>(text, replacement);
  }

 private:
  using Walk = detail::ReplacedMatchesWalk<Pattern, occurrences, dollars>;

  RF_HD Walk walk() const { return {text, replacement}; }

  /// True if each match is a byte, for which one byte is written.
  RF_HD RF_INLINE bool replaces_bytes() const {
    if constexpr (Pattern::layout().set_matches != 1 || occurrences != Occurrences::all) return false;
    else return replacement.size == 1 && (Pattern::layout().set_others == 0 || text.is_ascii());
  }
  RF_HD RF_INLINE Written write_bytes(char* at, char* end) const {
    auto const fitting = static_cast<int32_t>(text.size < end - at ? text.size : end - at);
    if constexpr (Pattern::layout().set_matches == 1) detail::copy_without_members<Pattern>(at, text.data, fitting, replacement.data[0]);
    return {at + fitting, text.size};
  }
};

/// `text.replace(pattern, replacement)`. A result that is too long is a fault.
template <class Pattern, Occurrences occurrences, Dollars dollars, class Out>
RF_HD RF_INLINE ReplacedMatches<Pattern, occurrences, dollars> replace_matches(Out& out, View text, View replacement) {
  ReplacedMatches<Pattern, occurrences, dollars> const replaced{{}, text, replacement};
  // The sizes show that nearly all results are far from the limit.
  double const most_matches = occurrences == Occurrences::first ? 1.0 : text.size + 1.0;
  int32_t const most_parts = replacement.size / 2 + 1;
  double const each = dollars == Dollars::plain ? replacement.size : most_parts * (1.0 + text.size);
  if (text.size + most_matches * each > static_cast<double>(longest_string) && replaced.utf8_size() > longest_string &&
      !detail::is_possible_length(out, int64_t{replaced.length()}))
    return {{}, {}, {}};
  return replaced;
}

/// Returns the replaced string as one view. A text without a match is returned as it is.
template <class Pattern, Occurrences occurrences, Dollars dollars>
RF_HD View flatten(Arena& arena, ReplacedMatches<Pattern, occurrences, dollars> const& replaced) {
  if (!first_match<Pattern>(replaced.text).found()) return detail::without_hints(replaced.text);
  int64_t const room = replaced.most_bytes();
  char* const data = room < 0 ? nullptr : arena.take_low(room, false);
  if (data == nullptr) return replace_pattern<Pattern, occurrences>(arena, replaced.text, replaced.replacement);
  auto const size = static_cast<int32_t>(replaced.write(data, data + room).at - data);
  arena.set_used(data, size);
  return {data, size, size == 0 ? View::ascii : View::built | (replaced.flags() & View::ascii)};
}

}  // namespace rowfuse
