/// Strings without bytes: sequences of units that are computed from other strings at each reading.
///
/// A lazy string is a small value type that holds the strings from which it is computed. It has
///   - `reader()`: returns a reader of its units that may be copied, with `next` and `skip` as in detail::UnitReader
///   - `flags()`: returns View::halves, or a part of it, if its units may include lone surrogates; View::ascii if they are known to be
///     ASCII
///   - `part(from, to)`: its units [from, to)
/// It derives from LazyMethods, which reads its units one by one to write them as UTF-8, and from StringMethods, which has the operations
/// of all strings. Some lazy strings replace operations that they can do faster than unit by unit. A lazy string that must have bytes (a
/// variable of a loop, a piece of a rope) is flattened into the row's arena.
#pragma once

#include <cstdint>

#include <rowfuse/string/memory/write.hpp>
#include <rowfuse/string/part/slice.hpp>
#include <rowfuse/string/part/substring.hpp>
#include <rowfuse/string/part/trim.hpp>
#include <rowfuse/string/search/compare.hpp>
#include <rowfuse/string/search/ends_with.hpp>
#include <rowfuse/string/search/includes.hpp>
#include <rowfuse/string/search/index_of.hpp>
#include <rowfuse/string/search/last_index_of.hpp>
#include <rowfuse/string/search/starts_with.hpp>
#include <rowfuse/string/unit/unit_at.hpp>

namespace rowfuse {

template <StringLike S>
struct LazyPart;

namespace detail {

/// Skips units of readers that only have `next`.
template <class Reader>
RF_HD int32_t skip_units(Reader& reader, int32_t count) {
  for (int32_t i = 0; i < count; ++i)
    if (reader.next() < 0) return i;
  return count;
}

template <StringLike T>
RF_HD RF_NOINLINE Written write_units(char* at, char* end, T string) {
  Utf8Sink sink{at, end};
  sink.string(string);
  sink.flush();
  return {sink.at, sink.needed};
}

}  // namespace detail

/// The operations that lazy strings have beyond those of all strings.
template <class Self>
struct LazyMethods : StringMethods<Self> {
  static constexpr bool is_lazy_string = true;

  RF_HD bool empty() const { return self().reader().next() < 0; }

  /// Returns the size in UTF-8, with lone surrogates replaced.
  RF_HD int64_t utf8_size() const { return detail::write_units(nullptr, nullptr, self()).needed; }
  /// Writes the string into [at, end).
  RF_HD Written write(char* at, char* end) const { return detail::write_units(at, end, self()); }

 private:
  RF_HD constexpr Self const& self() const { return static_cast<Self const&>(*this); }
};

namespace detail {

template <class Reader>
class PartReader {
 public:
  RF_HD PartReader(Reader units, int32_t from, int32_t to) : units_{units}, left_{to - from} { units_.skip(from); }
  RF_HD int32_t next() { return left_-- > 0 ? units_.next() : -1; }
  RF_HD int32_t skip(int32_t count) { return skip_units(*this, count); }

 private:
  Reader units_;
  int32_t left_;
};

}  // namespace detail

/// The units [from, to) of a lazy string.
template <StringLike S>
struct LazyPart : LazyMethods<LazyPart<S>> {
  using Base = LazyMethods<LazyPart<S>>;
  static constexpr bool writes_halves = true;

  S source;
  int32_t from = 0;
  int32_t to = 0;

  LazyPart() = default;
  RF_HD LazyPart(S const& source_, int32_t from_, int32_t to_) : source{source_}, from{from_}, to{to_ < from_ ? from_ : to_} {}

  RF_HD auto reader() const { return detail::PartReader{detail::reader(source), from, to}; }

  /// A source that can write a part of itself faster than unit by unit has `write_part`.
  RF_HD Written write(char* at, char* end) const {
    if constexpr (requires { source.write_part(at, end, from, to); }) return source.write_part(at, end, from, to);
    else return Base::write(at, end);
  }
  RF_HD int64_t utf8_size() const {
    if constexpr (requires { source.write_part(nullptr, nullptr, from, to); }) return source.write_part(nullptr, nullptr, from, to).needed;
    else return Base::utf8_size();
  }

  /// Either end may cut a surrogate pair.
  RF_HD constexpr uint32_t flags() const { return detail::all_ascii(source) ? View::ascii : View::halves; }
  RF_HD LazyPart part(int32_t start, int32_t end) const {
    int64_t const first = int64_t{from} + start;
    int64_t const last = int64_t{from} + end;
    return {source, detail::clamped_index(first < to ? first : to), detail::clamped_index(last < to ? last : to)};
  }
};

}  // namespace rowfuse
