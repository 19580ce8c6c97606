/// `s.isWellFormed()`, `s.toWellFormed()`: ECMA-262 22.1.3.9, 22.1.3.33
#pragma once

#include <cstdint>

#include <rowfuse/string/lazy/lazy.hpp>

namespace rowfuse {

namespace detail {

template <StringLike S>
RF_HD RF_NOINLINE bool has_no_lone_half(S string) {
  auto units = reader(string);
  for (;;) {
    int32_t unit = units.next();
    if (unit < 0) return true;
    if (is_low_half(static_cast<uint32_t>(unit))) return false;
    if (!is_high_half(static_cast<uint32_t>(unit))) continue;
    unit = units.next();
    if (unit < 0 || !is_low_half(static_cast<uint32_t>(unit))) return false;
  }
}

/// Reads units, with U+FFFD in place of every lone surrogate.
template <class Reader>
class WellFormedReader {
 public:
  RF_HD explicit WellFormedReader(Reader units) : units_{units} {}

  RF_HD int32_t next() {
    int32_t const unit = units_.next();
    if (unit < 0) return unit;
    bool const after_high = after_high_;
    after_high_ = false;
    if (is_low_half(static_cast<uint32_t>(unit))) return after_high ? unit : replacement;
    if (!is_high_half(static_cast<uint32_t>(unit))) return unit;
    Reader after = units_;
    int32_t const low = after.next();
    after_high_ = low >= 0 && is_low_half(static_cast<uint32_t>(low));
    return after_high_ ? unit : replacement;
  }
  RF_HD int32_t skip(int32_t count) { return skip_units(*this, count); }

 private:
  static constexpr int32_t replacement = 0xFFFD;

  Reader units_;
  bool after_high_ = false;  // the last unit was the high surrogate of a pair
};

}  // namespace detail

/// True if there is no lone surrogate.
template <StringLike S>
RF_HD RF_INLINE bool is_well_formed(S const& string) {
  return (detail::flags_of(string) & View::halves) == 0 || detail::has_no_lone_half(string);
}

/// A string with U+FFFD in place of lone surrogates, which is also how every string is written.
template <StringLike S>
struct WellFormed : LazyMethods<WellFormed<S>> {
  S source;

  RF_HD auto reader() const {
    using Reader = decltype(detail::reader(source));
    return detail::WellFormedReader<Reader>{detail::reader(source)};
  }
  RF_HD constexpr uint32_t flags() const { return detail::all_ascii(source) ? View::ascii : 0; }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<WellFormed>{*this, from, to}; }
  RF_HD int32_t length() const { return source.length(); }
  RF_HD int64_t utf8_size() const { return rowfuse::utf8_size(source); }
  RF_HD Written write(char* at, char* end) const { return write_utf8(at, end, source); }
};

template <StringLike S>
RF_HD RF_INLINE WellFormed<S> to_well_formed(S const& string) {
  return {{}, string};
}

}  // namespace rowfuse
