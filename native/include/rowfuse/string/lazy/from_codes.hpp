/// Strings made from units or code points: `String.fromCharCode`, `String.fromCodePoint`. ECMA-262 22.1.2.1, 22.1.2.2
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/string/lazy/lazy.hpp>

namespace rowfuse {

namespace detail {

/// ECMA-262 7.1.8 ToUint16: the integer part modulo 2^16.
RF_HD RF_INLINE uint32_t to_uint16(int32_t number) { return static_cast<uint32_t>(number) & 0xFFFF; }
RF_HD RF_INLINE uint32_t to_uint16(Position number) { return static_cast<uint32_t>(number.number()) & 0xFFFF; }
RF_HD inline uint32_t to_uint16(double number) {
  if (number > -2147483649.0 && number < 2147483648.0) return to_uint16(static_cast<int32_t>(number));
  // |number| = significand * 2^shift; a shift of 16 or more leaves nothing in the low 16 bits.
  uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  auto const shift = static_cast<int32_t>(bits >> 52 & 0x7FF) - 1075;
  if (shift >= 16) return 0;
  uint64_t const significand = (bits & 0xFFFFFFFFFFFFFu) | uint64_t{1} << 52;
  auto const low = static_cast<uint32_t>(shift < 0 ? significand >> -shift : significand << shift);
  return ((bits >> 63) != 0 ? 0 - low : low) & 0xFFFF;
}

/// Returns a code point, or -1 if the number is none.
RF_HD RF_INLINE int32_t to_code_point(int32_t number) { return number >= 0 && number <= 0x10FFFF ? number : -1; }
RF_HD RF_INLINE int32_t to_code_point(Position number) {
  int64_t const index = number.number();
  return index >= 0 && index <= 0x10FFFF ? static_cast<int32_t>(index) : -1;
}
RF_HD RF_INLINE int32_t to_code_point(double number) {
  if (!(number >= 0 && number <= 1114111.0)) return -1;
  auto const code_point = static_cast<int32_t>(number);
  return static_cast<double>(code_point) == number ? code_point : -1;
}

}  // namespace detail

/// The string of N units or code points. Surrogates that meet are one character.
template <int N>
struct CodeString : LazyMethods<CodeString<N>> {
  using Base = LazyMethods<CodeString<N>>;

  uint32_t codes[N] = {};

  class Reader {
   public:
    RF_HD explicit Reader(CodeString const& string) : codes_{string.codes} {}
    RF_HD int32_t next() {
      if (low_ != 0) {
        auto const unit = static_cast<int32_t>(low_);
        low_ = 0;
        return unit;
      }
      if (at_ == N) return -1;
      uint32_t const code = codes_[at_++];
      if (code < 0x10000) return static_cast<int32_t>(code);
      low_ = detail::low_half(code);
      return static_cast<int32_t>(detail::high_half(code));
    }
    RF_HD int32_t skip(int32_t count) { return detail::skip_units(*this, count); }

   private:
    uint32_t const* codes_;
    int32_t at_ = 0;
    uint32_t low_ = 0;
  };

  RF_HD Reader reader() const { return Reader{*this}; }
  RF_HD uint32_t flags() const {
    uint32_t all = 0;
    bool halves = false;
    RF_UNROLL
    for (int32_t i = 0; i < N; ++i) {
      all |= codes[i];
      halves = halves || (codes[i] & 0xFFFFF800u) == 0xD800;
    }
    return all < 0x80 ? View::ascii : halves ? View::halves : 0;
  }
  RF_HD auto part(int32_t from, int32_t to) const { return LazyPart<CodeString>{*this, from, to}; }

  RF_HD bool empty() const { return false; }
  /// Returns the ASCII character that is all of the string, or -1.
  RF_HD int32_t only_byte() const { return N == 1 && codes[0] < 0x80 ? static_cast<int32_t>(codes[0]) : -1; }
  RF_HD int32_t length() const {
    int32_t units = N;
    RF_UNROLL
    for (int32_t i = 0; i < N; ++i) units += static_cast<int32_t>(codes[i] >= 0x10000);
    return units;
  }
  RF_HD int64_t utf8_size() const { return (flags() & View::ascii) != 0 ? N : Base::utf8_size(); }
  RF_HD Written write(char* at, char* end) const {
    if ((flags() & View::ascii) == 0) return Base::write(at, end);
    if (N > end - at) return {at, N};
    RF_UNROLL
    for (int32_t i = 0; i < N; ++i) at[i] = static_cast<char>(codes[i]);
    return {at + N, N};
  }
};

/// `String.fromCharCode(...numbers)`, with at least one.
template <class... Numbers>
RF_HD RF_INLINE CodeString<sizeof...(Numbers)> from_char_code(Numbers... numbers) {
  return {{}, {detail::to_uint16(numbers)...}};
}

/// `String.fromCodePoint(...numbers)`, with at least one. A number that is not a code point is a fault.
template <class Out, class... Numbers>
RF_HD RF_INLINE CodeString<sizeof...(Numbers)> from_code_point(Out& out, Numbers... numbers) {
  auto const code_point = [&out](auto number) {
    int32_t const code = detail::to_code_point(number);
    if (code < 0) out.fault.raise(Fault::invalid_range, -1);
    return static_cast<uint32_t>(code < 0 ? 0 : code);
  };
  return {{}, {code_point(numbers)...}};
}

}  // namespace rowfuse
