/// Strings without bytes: sequences of units that are computed from other strings each time they are read.
///
/// A lazy string is a small value type that names the strings it is made of. It has
///   - `reader()`: gives its units, may be copied, and has `next` and `skip` as detail::UnitReader has
///   - `flags()`: View::halves or a part of them where its units need not be whole characters; View::ascii where they are
///     known to be ASCII
///   - `part(from, to)`: its units [from, to)
/// and takes every operation of strings from LazyMethods; where it can do better than unit by unit, it has its own. What
/// must have bytes (a variable of a loop, a piece of a rope) is flattened into the row's arena.
#pragma once

#include <cstdint>

#include <rowfuse/string/compare.hpp>
#include <rowfuse/string/ends_with.hpp>
#include <rowfuse/string/includes.hpp>
#include <rowfuse/string/index_of.hpp>
#include <rowfuse/string/last_index_of.hpp>
#include <rowfuse/string/starts_with.hpp>
#include <rowfuse/string/trim.hpp>
#include <rowfuse/string/unit_at.hpp>
#include <rowfuse/string/write.hpp>

namespace rowfuse {

template <StringLike S>
struct LazyPart;

namespace detail {

/// Where a reader goes on, for those that only have `next`.
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

/// The operations of a lazy string, unit by unit.
template <class Self>
struct LazyMethods {
  static constexpr bool is_lazy_string = true;

  RF_HD bool empty() const { return self().reader().next() < 0; }

  RF_HD int32_t length() const {
    auto units = self().reader();
    return units.skip(detail::beyond);
  }

  /// The size in UTF-8, where no lone half is to be replaced.
  RF_HD int64_t utf8_size() const { return detail::write_units(nullptr, nullptr, self()).needed; }
  /// Into [at, end).
  RF_HD Written write(char* at, char* end) const { return detail::write_units(at, end, self()); }

  template <Index I>
  RF_HD auto char_at(I i) const {
    int32_t const index = detail::unit_index(i);
    return index < 0 || index == detail::beyond ? self().part(0, 0) : self().part(index, index + 1);
  }
  template <Index I>
  RF_HD auto unit_at(I i) const {
    using Unit = decltype(self().part(0, 0));
    if (!detail::is_element(i)) return Maybe<Unit>(undefined);
    return or_undefined(char_at(i));
  }
  template <Index I>
  RF_HD auto at(I i) const {
    int32_t const index = detail::unit_index(i);
    return or_undefined(char_at(index < 0 ? absolute(index) : index));
  }

  template <Index A>
  RF_HD auto slice(A start) const {
    return self().part(from_end(start), detail::beyond);
  }
  template <Index A, Index B>
  RF_HD auto slice(A start, B end) const {
    return self().part(from_end(start), from_end(end));
  }
  template <Index A>
  RF_HD auto substring(A start) const {
    return self().part(detail::from_start(detail::unit_index(start)), detail::beyond);
  }
  template <Index A, Index B>
  RF_HD auto substring(A start, B end) const {
    int32_t const a = detail::from_start(detail::unit_index(start));
    int32_t const b = detail::from_start(detail::unit_index(end));
    return b < a ? self().part(b, a) : self().part(a, b);
  }

  template <StringLike T>
  RF_HD Position index_of(T const& needle) const {
    return self().index_of(needle, int32_t{0});
  }
  template <StringLike T, Index I>
  RF_HD Position index_of(T const& needle, I from) const {
    return Position{detail::find_in_string(self(), needle, detail::from_start(detail::unit_index(from)))};
  }
  template <StringLike T>
  RF_HD Position last_index_of(T const& needle) const {
    return self().last_index_of(needle, detail::beyond);
  }
  template <StringLike T, Index I>
  RF_HD Position last_index_of(T const& needle, I from) const {
    return Position{
        detail::find_last_in_string(self(), needle, detail::from_start(detail::unit_index_from_end(from)))};
  }
  template <StringLike T>
  RF_HD bool includes(T const& needle) const {
    return self().index_of(needle) >= 0;
  }
  template <StringLike T, Index I>
  RF_HD bool includes(T const& needle, I from) const {
    return self().index_of(needle, from) >= 0;
  }
  template <StringLike T>
  RF_HD bool starts_with(T const& needle) const {
    return self().starts_with(needle, int32_t{0});
  }
  template <StringLike T, Index I>
  RF_HD bool starts_with(T const& needle, I position) const {
    return detail::string_matches_at(self(), needle, detail::from_start(detail::unit_index(position)));
  }
  template <StringLike T>
  RF_HD bool ends_with(T const& needle) const {
    return self().ends_with(needle, detail::beyond);
  }
  template <StringLike T, Index I>
  RF_HD bool ends_with(T const& needle, I end) const {
    return detail::string_matches_before(self(), needle, detail::from_start(detail::unit_index(end)));
  }

  RF_HD auto trim_start() const { return self().part(white_space_before(), detail::beyond); }
  RF_HD auto trim_end() const { return self().part(0, end_of_text(0)); }
  RF_HD auto trim() const {
    int32_t const start = white_space_before();
    return self().part(start, end_of_text(start));
  }

  RF_HD auto to_upper_case() const { return CaseMapped<Self, Case::upper>{{}, self()}; }
  RF_HD auto to_lower_case() const { return CaseMapped<Self, Case::lower>{{}, self()}; }

 private:
  RF_HD constexpr Self const& self() const { return static_cast<Self const&>(*this); }

  /// The units of white space at the start. Half a character is none.
  RF_HD int32_t white_space_before() const {
    auto units = self().reader();
    for (int32_t index = 0;; ++index) {
      int32_t const unit = units.next();
      if (unit < 0 || !detail::is_white_space(static_cast<uint32_t>(unit))) return index;
    }
  }
  /// The index after the last unit, at `from` or after it, that is no white space.
  RF_HD int32_t end_of_text(int32_t from) const {
    auto units = self().reader();
    units.skip(from);
    int32_t end = from;
    for (int32_t index = from + 1;; ++index) {
      int32_t const unit = units.next();
      if (unit < 0) return end;
      if (!detail::is_white_space(static_cast<uint32_t>(unit))) end = index;
    }
  }

  template <class Unit>
  RF_HD static Maybe<Unit> or_undefined(Unit const& unit) {
    if (unit.empty()) return undefined;
    return unit;
  }

  /// A negative index counts from the end: the length is only worked out for those.
  RF_HD int32_t absolute(int32_t index) const {
    return detail::clamped_index(int64_t{index} + self().length());
  }
  template <Index I>
  RF_HD int32_t from_end(I i) const {
    int32_t const index = detail::unit_index(i);
    return index < 0 ? detail::from_start(absolute(index)) : index;
  }
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
  S source;
  int32_t from = 0;
  int32_t to = 0;

  LazyPart() = default;
  RF_HD LazyPart(S const& source_, int32_t from_, int32_t to_)
      : source{source_}, from{from_}, to{to_ < from_ ? from_ : to_} {}

  RF_HD auto reader() const { return detail::PartReader{detail::reader(source), from, to}; }
  /// Either end may cut a pair.
  RF_HD constexpr uint32_t flags() const { return detail::all_ascii(source) ? View::ascii : View::halves; }
  RF_HD LazyPart part(int32_t start, int32_t end) const {
    int64_t const first = int64_t{from} + start;
    int64_t const last = int64_t{from} + end;
    return {source, detail::clamped_index(first < to ? first : to), detail::clamped_index(last < to ? last : to)};
  }
};

}  // namespace rowfuse
