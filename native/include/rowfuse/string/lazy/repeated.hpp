/// `s.repeat(count)`: ECMA-262 22.1.3.18
#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/string/form/longest.hpp>
#include <rowfuse/string/lazy/lazy.hpp>

namespace rowfuse {

namespace detail {

/// Reads the units of a string `left` times.
template <class Reader>
class RepeatingReader {
 public:
  RF_HD RepeatingReader(Reader units, int32_t count) : first_{units}, units_{units}, left_{count} {}

  RF_HD int32_t next() {
    if (left_ <= 0) return -1;
    int32_t unit = units_.next();
    if (unit >= 0) return unit;
    if (--left_ == 0) return -1;
    units_ = first_;
    return units_.next();
  }
  RF_HD int32_t skip(int32_t count) { return skip_units(*this, count); }

 private:
  Reader first_;
  Reader units_;
  int32_t left_;
};

/// Writes the same bytes `count` times; a single byte without a call per copy. `needed` also counts bytes that do not fit.
RF_HD RF_NOINLINE Written write_repeated(char* at, char* end, View piece, int32_t count) {
  int64_t const needed = int64_t{piece.size} * count;
  if (needed > end - at) return {at, needed};
#if !defined(RF_DEVICE_PASS)
  if (RF_LIKELY(needed + View::padding <= end - at)) {
    if (piece.size == 1) return {fill_padded(at, piece.data[0], count), needed};
    // One load, and a store of constant size per copy.
    if (piece.size <= View::padding && (piece.is_padded() || (piece.flags & View::literal) != 0)) {
      auto const word = load<Word16>(piece.data);
      for (int32_t i = 0; i < count; ++i, at += piece.size) store(at, word);
      return {at, needed};
    }
  }
#endif
  if (piece.size == 1) {
    char const byte = piece.data[0];
    for (int32_t i = 0; i < count; ++i) at[i] = byte;
    return {at + count, needed};
  }
  for (int32_t i = 0; i < count; ++i) {
    copy_bytes(at, piece.data, piece.size);
    at += piece.size;
  }
  return {at, needed};
}

}  // namespace detail

/// A string repeated `count` times. The count is never negative, and an empty string has a count of at most 1.
template <StringLike S>
struct Repeated : LazyMethods<Repeated<S>> {
  using Base = LazyMethods<Repeated<S>>;

  S source;
  int32_t count = 0;

  RF_HD auto reader() const {
    using Reader = decltype(detail::reader(source));
    return detail::RepeatingReader<Reader>{detail::reader(source), count};
  }
  /// Surrogates at its ends may meet.
  RF_HD constexpr uint32_t flags() const { return detail::all_ascii(source) ? View::ascii : detail::flags_of(source) & View::halves; }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<Repeated>{*this, from, to}; }

  RF_HD bool empty() const { return count == 0 || source.empty(); }
  RF_HD int32_t length() const { return detail::clamped_units(int64_t{source.length()} * count); }
  RF_HD int64_t utf8_size() const {
    if ((flags() & View::halves) != 0) return Base::utf8_size();
    return count == 0 ? 0 : rowfuse::utf8_size(source) * count;
  }
  RF_HD Written write(char* at, char* end) const {
    if ((flags() & View::halves) != 0) return Base::write(at, end);
    if constexpr (std::same_as<S, View>) {
      return detail::write_repeated(at, end, source, count);
    } else {
      int64_t const needed = utf8_size();
      if (needed > end - at) return {at, needed};
      for (int32_t i = 0; i < count; ++i) at = write_utf8(at, end, source).at;
      return {at, needed};
    }
  }
};

/// `s.repeat(count)`: a negative or infinite count is a fault, and so is a result that is too long.
template <class Out, StringLike S, Index I>
RF_HD RF_INLINE Repeated<S> repeat(Out& out, S const& string, I count) {
  bool infinite = false;
  if constexpr (std::same_as<I, double>) infinite = count > 1.7976931348623157e308;
  int32_t const times = detail::unit_index(count);
  if (times < 0 || infinite) {
    out.fault.raise(Fault::invalid_range, -1);
    return {{}, string, 0};
  }
  if (times > 1) {
    if (string.empty()) return {{}, string, 0};
    if (!detail::is_possible_length(out, int64_t{string.length()} * times)) return {{}, string, 0};
  }
  return {{}, string, times};
}

}  // namespace rowfuse
