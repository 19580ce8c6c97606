/// Integers of as many bits as a sum that must be exact needs.
#pragma once

#include <cstdint>

#include <rowfuse/macros.hpp>
#include <rowfuse/number/binary_double.hpp>
#include <rowfuse/number/wide_product.hpp>

namespace rowfuse {

/// A two's complement integer of `size` words of 64 bits, the lowest first. Whoever computes with it knows that results fit.
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
  /// An integer of another size.
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

  /// 2^bits times as much.
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

  /// The double nearest to this integer times 2^exponent, ties to even.
  RF_HD double to_double(int32_t exponent = 0) const {
    WideInteger const absolute = magnitude();
    int top = size - 1;
    while (top >= 0 && absolute.words[top] == 0) --top;
    if (top < 0) return 0;
    int32_t const shift = detail::leading_zeros(absolute.words[top]);
    uint64_t digits = absolute.words[top] << shift;
    bool rest = false;
    if (top > 0) {
      if (shift != 0) digits |= absolute.words[top - 1] >> (64 - shift);
      rest = absolute.words[top - 1] << shift != 0;
      for (int i = 0; i < top - 1; ++i) rest = rest || absolute.words[i] != 0;
    }
    double const result = detail::from_bits(detail::round_to_double(digits, rest, 64 * top - shift + exponent));
    return is_negative() ? -result : result;
  }
};

/// The product of two integers, exactly.
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
