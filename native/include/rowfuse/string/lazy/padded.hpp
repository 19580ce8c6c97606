/// `s.padStart(length, filler)`, `s.padEnd(length, filler)`: ECMA-262 22.1.3.16, 22.1.3.17
#pragma once

#include <cstdint>

#include <rowfuse/string/lazy/repeated.hpp>
#include <rowfuse/string/part/slice.hpp>

namespace rowfuse {

/// The end at which a string is filled.
enum class Side : uint8_t { start, end };

namespace detail {

template <class Filler, class Reader, Side side>
class PaddedReader {
 public:
  RF_HD PaddedReader(Filler filler, Reader source) : filler_{filler}, source_{source} {}

  RF_HD int32_t next() {
    int32_t unit = 0;
    if constexpr (side == Side::start) {
      unit = filler_.next();
      return unit >= 0 ? unit : source_.next();
    } else {
      unit = source_.next();
      return unit >= 0 ? unit : filler_.next();
    }
  }
  RF_HD int32_t skip(int32_t count) { return skip_units(*this, count); }

 private:
  Filler filler_;
  Reader source_;
};

}  // namespace detail

/// A string with whole fillers, and perhaps a part of one, before or after it.
template <StringLike S, Side side>
struct Padded : LazyMethods<Padded<S, side>> {
  using Base = LazyMethods<Padded<S, side>>;

  S source;
  View filler;
  int32_t units = 0;  ///< units of the filling

  RF_HD auto reader() const {
    using Fill = detail::PartReader<detail::RepeatingReader<detail::UnitReader>>;
    using Reader = decltype(detail::reader(source));
    return detail::PaddedReader<Fill, Reader, side>{Fill{{detail::reader(filler), detail::beyond}, 0, units}, detail::reader(source)};
  }
  RF_HD uint32_t flags() const {
    bool const fills = units > 0;
    if (detail::all_ascii(source) && (!fills || filler.is_ascii())) return View::ascii;
    uint32_t const own = detail::flags_of(source) & View::halves;
    // The last filler may be cut within a surrogate pair.
    return fills && !filler.is_ascii() ? own | View::halves : own;
  }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<Padded>{*this, from, to}; }

  RF_HD bool empty() const { return units == 0 && source.empty(); }
  RF_HD int32_t length() const { return detail::clamped_units(int64_t{source.length()} + units); }
  RF_HD int64_t utf8_size() const {
    if ((flags() & View::halves) != 0) return Base::utf8_size();
    return rowfuse::utf8_size(source) + units;
  }
  RF_HD Written write(char* at, char* end) const {
    if ((flags() & View::halves) != 0) return Base::write(at, end);
#if !defined(RF_DEVICE_PASS)
    // Most texts are padded with one character, to a few words.
    if constexpr (std::same_as<S, View>) {
      int64_t const needed = int64_t{source.size} + units;
      if (RF_LIKELY(filler.size == 1 && needed + View::padding <= end - at)) {
        if constexpr (side == Side::start) at = detail::fill_padded(at, filler.data[0], units);
        at = detail::write_padded(at, source);
        if constexpr (side == Side::end) at = detail::fill_padded(at, filler.data[0], units);
        return {at, needed};
      }
    }
#endif
    int64_t const size = rowfuse::utf8_size(source);
    int64_t const needed = size + units;
    if (needed > end - at) return {at, needed};
    if constexpr (side == Side::start) at = fill(at);
    at = write_utf8(at, at + size, source).at;
    if constexpr (side == Side::end) at = fill(at);
    return {at, needed};
  }

 private:
  /// Writes the filling, for an ASCII filler.
  RF_HD char* fill(char* at) const {
    if (units == 0) return at;
    int32_t const whole = units / filler.size;
    int32_t const rest = units % filler.size;
    at = detail::write_repeated(at, at + units, filler, whole).at;
    detail::copy_bytes(at, filler.data, rest);
    return at + rest;
  }
};

namespace detail {

/// ToLength of a number; anything past the length of every string is `beyond`.
template <Index I>
RF_HD RF_INLINE int32_t to_length(I length) {
  int32_t const units = unit_index(length);
  return units < 0 ? 0 : units;
}

template <Side side, class Out, StringLike S, Index I>
RF_HD RF_INLINE Padded<S, side> pad(Out& out, S const& string, I length, View filler) {
  int32_t const wanted = to_length(length);
  int32_t const units = string.length();
  if (wanted <= units || filler.empty() || !is_possible_length(out, wanted)) return {{}, string, filler, 0};
  return {{}, string, filler, wanted - units};
}

}  // namespace detail

template <class Out, StringLike S, Index I>
RF_HD RF_INLINE auto pad_start(Out& out, S const& string, I length, View filler) {
  return detail::pad<Side::start>(out, string, length, filler);
}
template <class Out, StringLike S, Index I>
RF_HD RF_INLINE auto pad_end(Out& out, S const& string, I length, View filler) {
  return detail::pad<Side::end>(out, string, length, filler);
}

}  // namespace rowfuse
