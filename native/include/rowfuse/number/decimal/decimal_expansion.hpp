/// The exact decimal digits of a binary number, one after the other.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/binary_double.hpp>

namespace rowfuse::detail {

/// All the digits of a positive number below 2^1025 with no bits below 2^-1088; the first digit is not 0. Nothing is rounded: a double has
/// up to 767 digits, followed by zeros.
class DecimalExpansion {
 public:
  RF_HD explicit DecimalExpansion(Binary value) {
    for (int32_t i = 0; i < size; ++i) words_[i] = 0;
    if (value.exponent >= 0) {
      open_integer(value);
    } else {
      open_fraction(value);
    }
    while (group_ == 0) next_group();
    while (group_ < unit_) unit_ /= 10;
    for (uint32_t unit = unit_; unit > 1; unit /= 10) ++exponent_;
  }

  /// Returns the power of ten of the first digit.
  RF_HD int32_t exponent() const { return exponent_; }

  RF_HD uint32_t next() {
    if (unit_ == 0) {
      next_group();
      unit_ = highest_unit;
    }
    uint32_t const digit = group_ / unit_;
    group_ -= digit * unit_;
    unit_ /= 10;
    return digit;
  }

  /// True if every further digit is 0.
  RF_HD bool is_exhausted() const {
    if (group_ != 0) return false;
    for (int32_t i = begin_; i < end_; ++i)
      if (words_[i] != 0) return false;
    return whole_ == 0;
  }

 private:
  /// Digits are made nine at a time, as many as fit in 32 bits.
  static constexpr uint32_t group_size = 1000000000;
  static constexpr uint32_t highest_unit = group_size / 10;
  static constexpr int32_t size = 36;

  /// Opens an integer: groups of nine digits, first at `begin_`, replace its binary words.
  RF_HD void open_integer(Binary value) {
    is_integer_ = true;
    int32_t const word = value.exponent >> 5;
    int32_t const shift = value.exponent & 31;
    uint64_t const low = value.digits << shift;
    words_[word] = static_cast<uint32_t>(low);
    words_[word + 1] = static_cast<uint32_t>(low >> 32);
    words_[word + 2] = shift == 0 ? 0 : static_cast<uint32_t>(value.digits >> (64 - shift));
    // From the last group to the first, over words that the quotient no longer needs: each division takes 29.9 bits from it, and stores 32.
    // 1025 bits have at most 35 groups.
    int32_t count = word + 3;
    int32_t at = size;
    while (count > 0) {
      uint64_t remainder = 0;
      for (int32_t i = count - 1; i >= 0; --i) {
        uint64_t const part = remainder << 32 | words_[i];
        words_[i] = static_cast<uint32_t>(part / group_size);
        remainder = part % group_size;
      }
      while (count > 0 && words_[count - 1] == 0) --count;
      words_[--at] = static_cast<uint32_t>(remainder);
    }
    begin_ = at;
    end_ = size;
    exponent_ = 9 * (size - at);
  }

  /// Opens a number with a fraction: `whole_` before the point, and words after it, the first at index 0. Only words in [begin_, end_) are
  /// not 0.
  RF_HD void open_fraction(Binary value) {
    int32_t const scale = -value.exponent;
    whole_ = scale < 64 ? value.digits >> scale : 0;
    uint64_t const fraction = scale < 64 ? value.digits & ((uint64_t{1} << scale) - 1) : value.digits;
    end_ = (scale + 31) >> 5;
    int32_t const shift = (end_ << 5) - scale;
    uint64_t const low = fraction << shift;
    words_[end_ - 1] = static_cast<uint32_t>(low);
    begin_ = end_ - 1;
    if (end_ > 1) words_[--begin_] = static_cast<uint32_t>(low >> 32);
    if (end_ > 2 && shift > 0) words_[--begin_] = static_cast<uint32_t>(fraction >> (64 - shift));
    groups_left_ = 2;
    exponent_ = 18;
  }

  RF_HD void next_group() {
    if (unit_ != 0) exponent_ -= 9;
    if (is_integer_) {
      group_ = begin_ < end_ ? words_[begin_] : 0;
      if (begin_ < end_) words_[begin_++] = 0;
      return;
    }
    if (groups_left_ > 0) {
      --groups_left_;
      group_ = static_cast<uint32_t>(groups_left_ == 1 ? whole_ / group_size : whole_);
      whole_ = groups_left_ == 1 ? whole_ % group_size : 0;
      return;
    }
    // The carry of the multiplication is the next group. Zero words at either end are skipped.
    uint64_t carry = 0;
    for (int32_t i = end_ - 1; i >= begin_; --i) {
      uint64_t const part = static_cast<uint64_t>(words_[i]) * group_size + carry;
      words_[i] = static_cast<uint32_t>(part);
      carry = part >> 32;
    }
    while (end_ > begin_ && words_[end_ - 1] == 0) --end_;
    group_ = 0;
    if (begin_ == 0) {
      group_ = static_cast<uint32_t>(carry);
    } else if (carry != 0) {
      words_[--begin_] = static_cast<uint32_t>(carry);
    }
  }

  uint32_t words_[size];
  int32_t begin_ = 0;
  int32_t end_ = 0;
  bool is_integer_ = false;
  uint64_t whole_ = 0;
  int32_t groups_left_ = 0;
  uint32_t group_ = 0;
  uint32_t unit_ = highest_unit;  // of the group's next digit
  int32_t exponent_ = 0;
};

}  // namespace rowfuse::detail
