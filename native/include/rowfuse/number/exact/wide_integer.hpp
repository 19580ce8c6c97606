/// Integers wide enough for exact sums.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/binary_double.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse {

/// A two's complement integer of `size` words of 64 bits, the lowest first. The caller ensures that results fit.
template <int size>
struct WideInteger {
  uint64_t words[size] = {};

  RF_HD RF_INLINE static WideInteger of(int64_t value) {
    WideInteger result;
    result.words[0] = static_cast<uint64_t>(value);
    for (int i = 1; i < size; ++i) result.words[i] = value < 0 ? ~uint64_t{0} : 0;
    return result;
  }
  RF_HD RF_INLINE static WideInteger of(uint64_t value) {
    WideInteger result;
    result.words[0] = value;
    return result;
  }
  /// Converts an integer of another size.
  template <int other>
  RF_HD RF_INLINE static WideInteger of(WideInteger<other> const& value) {
    WideInteger result;
    for (int i = 0; i < size; ++i) result.words[i] = i < other ? value.words[i] : value.is_negative() ? ~uint64_t{0} : 0;
    return result;
  }

  RF_HD RF_INLINE bool is_negative() const { return words[size - 1] >> 63 != 0; }

  RF_HD RF_INLINE WideInteger& operator+=(WideInteger const& other) {
    uint64_t carry = 0;
    for (int i = 0; i < size; ++i) {
      uint64_t const sum = words[i] + carry;
      carry = static_cast<uint64_t>(sum < carry);
      words[i] = sum + other.words[i];
      carry += static_cast<uint64_t>(words[i] < sum);
    }
    return *this;
  }

  RF_HD RF_INLINE WideInteger operator-() const {
    WideInteger result;
    uint64_t carry = 1;
    for (int i = 0; i < size; ++i) {
      result.words[i] = ~words[i] + carry;
      carry = static_cast<uint64_t>(carry != 0 && result.words[i] == 0);
    }
    return result;
  }
  RF_HD RF_INLINE WideInteger& operator-=(WideInteger const& other) { return *this += -other; }

  RF_HD RF_INLINE WideInteger magnitude() const { return is_negative() ? -*this : *this; }

  /// Returns the integer times 2^bits.
  RF_HD WideInteger shifted(int32_t bits) const {
    WideInteger result;
    int32_t const whole = bits >> 6;
    int32_t const rest = bits & 63;
    for (int i = size - 1; i >= whole; --i) {
      result.words[i] = words[i - whole] << rest;
      if (rest != 0 && i > whole) result.words[i] |= words[i - whole - 1] >> (64 - rest);
    }
    return result;
  }

  /// Returns the double nearest to this integer times 2^exponent, ties to even.
  RF_HD double to_double(int32_t exponent = 0) const {
    Leading const leading = this->leading();
    return with_sign(detail::from_bits(detail::round_to_double(leading.digits, leading.rest, leading.exponent + exponent)), leading);
  }

  /// Rounds this integer to 53 bits, ties to even, divides it by a divisor of 1 to 2^128, and multiplies the rounded quotient by
  /// 2^exponent. A subnormal result is rounded again. The dividend may exceed the range of doubles.
  RF_HD double divided(double divisor, int32_t exponent) const {
    Leading const leading = this->leading();
    double const significand = detail::from_bits(detail::round_to_double(leading.digits, leading.rest, 0));
    detail::Binary const quotient = detail::binary_of(detail::to_bits(significand / divisor));
    if (quotient.digits == 0) return 0;
    int32_t const shift = detail::leading_zeros(quotient.digits);
    return with_sign(detail::from_bits(
                         detail::round_to_double(quotient.digits << shift, false, quotient.exponent - shift + leading.exponent + exponent)),
                     leading);
  }

 private:
  /// (digits + rest) * 2^exponent, with the highest bit of `digits` set; for 0, `digits` is 0.
  struct Leading {
    uint64_t digits = 0;
    bool rest = false;
    int32_t exponent = 0;
  };

  RF_HD Leading leading() const {
    WideInteger const absolute = magnitude();
    int top = size - 1;
    while (top >= 0 && absolute.words[top] == 0) --top;
    if (top < 0) return {};
    int32_t const shift = detail::leading_zeros(absolute.words[top]);
    Leading leading{absolute.words[top] << shift, false, 64 * top - shift};
    if (top > 0) {
      if (shift != 0) leading.digits |= absolute.words[top - 1] >> (64 - shift);
      leading.rest = absolute.words[top - 1] << shift != 0;
      for (int i = 0; i < top - 1; ++i) leading.rest = leading.rest || absolute.words[i] != 0;
    }
    return leading;
  }

  RF_HD double with_sign(double rounded, Leading const& leading) const {
    if (leading.digits == 0) return 0;
    return is_negative() ? -rounded : rounded;
  }
};

/// Returns the exact product of two integers.
template <int a_size, int b_size>
RF_HD WideInteger<a_size + b_size> product(WideInteger<a_size> const& a, WideInteger<b_size> const& b) {
  WideInteger<a_size> const x = a.magnitude();
  WideInteger<b_size> const y = b.magnitude();
  WideInteger<a_size + b_size> result;
  for (int i = 0; i < a_size; ++i) {
    uint64_t carry = 0;
    for (int j = 0; j < b_size; ++j) {
      detail::Product const part = detail::multiply(x.words[i], y.words[j]);
      uint64_t const low = part.low + carry;
      carry = part.high + static_cast<uint64_t>(low < carry);
      result.words[i + j] += low;
      carry += static_cast<uint64_t>(result.words[i + j] < low);
    }
    result.words[i + b_size] = carry;
  }
  return a.is_negative() != b.is_negative() ? -result : result;
}

}  // namespace rowfuse
