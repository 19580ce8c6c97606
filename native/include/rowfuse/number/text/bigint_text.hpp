/// Bigints in the form in which JavaScript prints them.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/form/text.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

/// Memory for one bigint's text. The returned views point into it, and are valid until the next call.
class BigIntText {
 public:
  /// ECMA-262 6.1.6.2.21 BigInt::toString with radix 10.
  RF_HD View format(int64_t value) {
    auto const magnitude = static_cast<uint64_t>(value);
    return finish(write(capacity, value < 0 ? 0 - magnitude : magnitude), value < 0);
  }
  RF_HD View format(uint64_t value) { return finish(write(capacity, value), false); }
#if defined(__SIZEOF_INT128__)
  RF_HD View format(Int128 value) {
    Uint128 magnitude = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
    int32_t at = capacity;
    // 18 digits at a time fit in 64 bits.
    constexpr uint64_t part = 1000000000000000000u;
    while (magnitude >= part) {
      int32_t const end = at - 18;
      at = write(at, static_cast<uint64_t>(magnitude % part));
      while (at > end) characters_[--at] = '0';
      magnitude /= part;
    }
    if (magnitude != 0 || at == capacity) at = write(at, static_cast<uint64_t>(magnitude));
    return finish(at, value < 0);
  }
#endif

  /// Returns the bigint, "null" or "undefined".
  template <class T>
  RF_HD View format(Maybe<T> const& value) {
    if (value.present()) return format(*value);
    return value.is_null() ? text(null) : text(undefined);
  }

 private:
  /// A sign, and the 39 digits of 2^127.
  static constexpr int32_t capacity = 40;

  /// Writes the digits so that they end before `end`. Returns where they begin.
  RF_HD int32_t write(int32_t end, uint64_t value) {
    do {
      characters_[--end] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    return end;
  }

  RF_HD View finish(int32_t begin, bool is_negative) {
    if (is_negative) characters_[--begin] = '-';
    return {characters_ + begin, capacity - begin, View::ascii};
  }

  char characters_[capacity];
};

}  // namespace rowfuse
