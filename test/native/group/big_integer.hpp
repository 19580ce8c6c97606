/// Integers of any size in their plainest form, against which exact sums are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

class BigInteger {
 public:
  static BigInteger of(std::uint64_t value) {
    BigInteger result;
    result.limbs_ = {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
    return result.trimmed();
  }

  bool is_negative() const { return negative_; }
  bool is_zero() const { return limbs_.empty(); }
  /// Bits of the magnitude.
  int bits() const {
    int const size = static_cast<int>(limbs_.size());
    return size == 0 ? 0 : 32 * (size - 1) + static_cast<int>(std::log2(limbs_.back())) + 1;
  }
  bool bit(int place) const {
    auto const limb = static_cast<std::size_t>(place / 32);
    return limb < limbs_.size() && (limbs_[limb] >> (place % 32) & 1) != 0;
  }

  BigInteger negated() const {
    BigInteger result = *this;
    result.negative_ = !negative_ && !is_zero();
    return result;
  }
  BigInteger shifted(int bits) const {
    BigInteger result;
    result.negative_ = negative_;
    result.limbs_.resize(limbs_.size() + static_cast<std::size_t>(bits / 32) + 1);
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      std::uint64_t const wide = static_cast<std::uint64_t>(limbs_[i]) << (bits % 32);
      result.limbs_[i + static_cast<std::size_t>(bits / 32)] |= static_cast<std::uint32_t>(wide);
      result.limbs_[i + static_cast<std::size_t>(bits / 32) + 1] |= static_cast<std::uint32_t>(wide >> 32);
    }
    return result.trimmed();
  }
  /// Returns the bits of the magnitude from a place on, which is a multiple of 32.
  BigInteger without_bits_below(int place) const {
    BigInteger result = *this;
    for (std::size_t i = 0; i < result.limbs_.size() && static_cast<int>(32 * i) < place; ++i) result.limbs_[i] = 0;
    return result.trimmed();
  }

  BigInteger plus(BigInteger const& other) const {
    BigInteger result;
    if (negative_ == other.negative_) {
      std::uint64_t carry = 0;
      for (std::size_t i = 0; i < std::max(limbs_.size(), other.limbs_.size()) || carry != 0; ++i) {
        carry += std::uint64_t{limb(i)} + other.limb(i);
        result.limbs_.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
      }
      result.negative_ = negative_;
      return result.trimmed();
    }
    bool const larger = !is_less(other);
    BigInteger const& a = larger ? *this : other;
    BigInteger const& b = larger ? other : *this;
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
      std::int64_t const difference = std::int64_t{a.limb(i)} - b.limb(i) - borrow;
      borrow = difference < 0 ? 1 : 0;
      result.limbs_.push_back(static_cast<std::uint32_t>(difference));
    }
    result.negative_ = a.negative_;
    return result.trimmed();
  }
  BigInteger times(BigInteger const& other) const {
    BigInteger result;
    result.limbs_.resize(limbs_.size() + other.limbs_.size() + 1);
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < other.limbs_.size() || carry != 0; ++j) {
        carry += std::uint64_t{result.limbs_[i + j]} + std::uint64_t{limbs_[i]} * other.limb(j);
        result.limbs_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    result.negative_ = negative_ != other.negative_;
    return result.trimmed();
  }

  /// Returns the double nearest to this times 2^exponent, ties to even: its digits one by one.
  double to_double(int exponent) const {
    int const size = bits();
    // A subnormal number keeps fewer digits.
    int const kept = std::min(53, size + exponent + 1074);
    if (size == 0 || kept < 0) return 0;
    std::uint64_t digits = 0;
    for (int i = 1; i <= kept; ++i) digits = digits << 1 | (i <= size && bit(size - i) ? 1 : 0);
    bool rest = false;
    for (int i = 0; i < size - kept - 1; ++i) rest = rest || bit(i);
    if (size > kept && bit(size - kept - 1) && (rest || (digits & 1) != 0)) ++digits;
    double const result = std::ldexp(static_cast<double>(digits), size - kept + exponent);
    return negative_ ? -result : result;
  }

 private:
  std::uint32_t limb(std::size_t i) const { return i < limbs_.size() ? limbs_[i] : 0; }
  bool is_less(BigInteger const& other) const {
    for (std::size_t i = std::max(limbs_.size(), other.limbs_.size()); i-- > 0;) {
      if (limb(i) != other.limb(i)) return limb(i) < other.limb(i);
    }
    return false;
  }
  BigInteger& trimmed() {
    while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
    if (limbs_.empty()) negative_ = false;
    return *this;
  }

  std::vector<std::uint32_t> limbs_;  ///< the lowest first
  bool negative_ = false;
};
