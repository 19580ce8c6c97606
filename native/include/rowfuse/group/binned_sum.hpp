/// Sums of doubles that do not depend on the order of their values: the same bits for every division into tiles, threads and devices.
/// Binned summation (J. Demmel and H. D. Nguyen, "Parallel Reproducible Summation", IEEE Transactions on Computers 64(7), 2015), on
/// integers.
///
/// The exponents of doubles are divided into bins of 32 bits: bin j has the multiples of 2^(32 j) of the unit below 2^(32 (j + 1)). A value
/// is cut exactly at the borders of bins into slices with its sign. A sum keeps only the highest bins, counted from the highest that any
/// value reaches. Slices below them are left out, value by value, even if they were added before. So the sum is one integer, the sum of all
/// slices in the bins that are kept in the end, which no order changes. It is rounded once.
///
/// The error of a sum of n values is at most n units of the lowest bin that is kept, plus half a unit in the last place of the result. That
/// unit is at most 2^-(32 (kept - 1)) of the largest magnitude.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/binary_double.hpp>
#include <rowfuse/number/exact/wide_integer.hpp>

namespace rowfuse::group {

/// The highest bins of a sum: `kept` of them from `lowest` on. Every sum begins with `lowest` 0, so that nothing is left out yet.
template <int kept>
struct Bins {
  /// Words of the total: it has the bits of all bins, and of 2^63 slices.
  static constexpr int words = (32 * kept + 96) / 64 + 1;

  // The sum of bin lowest + i is low[i] + 2^32 high[i]. Slices are added to `low` only, which has room for at least 2^30 of them.
  int64_t low[kept] = {};
  int32_t lowest = 0;
  uint32_t pending = 0;  ///< values in `low`
  int64_t high[kept] = {};

  /// Returns the index in the window at which the slices of a value begin. If it is negative, the first slices are left out.
  RF_HD RF_INLINE int32_t place(int32_t first) const { return first - lowest; }

  /// Makes room up to a bin and drops the lowest bins.
  RF_HD void reach(int32_t bin) {
    int32_t const up = bin - (kept - 1) - lowest;
    if (up <= 0) return;
    for (int i = 0; i < kept; ++i) {
      bool const stays = i + up < kept;
      low[i] = stays ? low[i + up] : 0;
      high[i] = stays ? high[i + up] : 0;
    }
    lowest += up;
  }

  /// Counts one more value in `low`.
  RF_HD RF_INLINE void count() {
    if (RF_UNLIKELY(++pending == uint32_t{1} << 30)) carry();
  }

  /// Moves the bits above 32 from `low` to `high`.
  RF_HD void carry() {
    for (int i = 0; i < kept; ++i) {
      high[i] += low[i] >> 32;
      low[i] &= 0xFFFFFFFF;
    }
    pending = 1;
  }

  RF_HD void merge(Bins const& other) {
    Bins from = other;
    from.reach(lowest + kept - 1);
    reach(from.lowest + kept - 1);
    from.carry();
    carry();
    for (int i = 0; i < kept; ++i) {
      low[i] += from.low[i];
      high[i] += from.high[i];
    }
    pending = 2;
  }

  /// Returns the sum, in units of bin `lowest`.
  RF_HD WideInteger<words> total() const {
    WideInteger<words> sum;
    for (int i = kept - 1; i >= 0; --i) {
      sum = sum.shifted(32);
      sum += WideInteger<words>::of(high[i]).shifted(32);
      sum += WideInteger<words>::of(low[i]);
    }
    return sum;
  }
};

/// Flags for the values in a sum that are not finite.
struct NotFinite {
  static constexpr uint8_t nan = 1;
  static constexpr uint8_t infinity = 2;
  static constexpr uint8_t negative_infinity = 4;

  RF_HD static uint8_t of(uint64_t bits) {
    if (bits << 12 != 0) return nan;
    return bits >> 63 == 0 ? infinity : negative_infinity;
  }

  /// Returns the sum of values that include such: NaN, or an infinity if only that one was seen.
  RF_HD static double sum(uint8_t seen) {
    if (seen == infinity) return rowfuse::infinity();
    return seen == negative_infinity ? -rowfuse::infinity() : rowfuse::nan();
  }
};

/// The sum of doubles. A sum of zeros is +0, whatever their signs.
template <int kept = 4>
struct BinnedSum {
  static_assert(kept >= 3, "a double has slices in three bins");

  /// The unit of bin 0 is 2^unit, the least double above 0.
  static constexpr int32_t unit = -1074;

  Bins<kept> bins;
  uint8_t not_finite = 0;  ///< flags of NotFinite

  RF_HD RF_INLINE void add(double value) {
    uint64_t const bits = rowfuse::detail::to_bits(value);
    auto const biased = static_cast<int32_t>(bits >> 52 & 0x7FF);
    // The place of the leading digit, counted from 2^-1074. Numbers in the lowest bins and numbers that are not finite take the other path.
    int32_t const leading = biased + 51;
    int32_t const at = bins.place(leading / 32 - 2);
    if (RF_UNLIKELY(static_cast<uint32_t>(biased - 13) >= 0x7FF - 13 || static_cast<uint32_t>(at) > kept - 3)) {
      return add_elsewhere(bits);
    }
    uint64_t const digits = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
    add_slices(bits, digits, leading % 32 + 12, at);
    bins.count();
  }

  RF_HD void merge(BinnedSum const& other) {
    bins.merge(other.bins);
    not_finite |= other.not_finite;
  }

  RF_HD double value() const {
    if (not_finite != 0) return NotFinite::sum(not_finite);
    return bins.total().to_double(unit + 32 * bins.lowest);
  }

 private:
  /// Adds the three slices of digits * 2^shift, with the sign of `bits`, to the bins from `at` on. Slices below the first bin are left out.
  RF_HD RF_INLINE void add_slices(uint64_t bits, uint64_t digits, int32_t shift, int32_t at) {
    auto const sign = static_cast<int64_t>(bits) >> 63;
    uint64_t const lower = digits << shift;
    int64_t const slices[3] = {static_cast<int64_t>(lower & 0xFFFFFFFF), static_cast<int64_t>(lower >> 32),
                               static_cast<int64_t>(digits >> 1 >> (63 - shift))};
    RF_UNROLL
    for (int i = 0; i < 3; ++i) {
      if (at + i >= 0) bins.low[at + i] += (slices[i] ^ sign) - sign;
    }
  }

  RF_HD RF_NOINLINE void add_elsewhere(uint64_t bits) {
    auto const biased = static_cast<int32_t>(bits >> 52 & 0x7FF);
    if (biased == 0x7FF) {
      not_finite |= NotFinite::of(bits);
      return;
    }
    rowfuse::detail::Binary const binary = rowfuse::detail::binary_of(bits);
    int32_t const position = binary.exponent - unit;  // of the lowest digit
    // Three bins, the last of which has the leading digit; the lowest three for the smallest numbers.
    int32_t const first = position < 12 ? 0 : (position + 52) / 32 - 2;
    bins.reach(first + 2);
    add_slices(bits, binary.digits, position - 32 * first, bins.place(first));
    bins.count();
  }
};

/// The sum of the squares of finite doubles. Each square is exact before it is cut: an integer of 106 bits. None overflows.
template <int kept = 6>
struct BinnedSquares {
  static_assert(kept >= 5, "a square has slices in five bins");

  static constexpr int32_t unit = 2 * BinnedSum<>::unit;

  Bins<kept> bins;

  RF_HD void add(double value) {
    uint64_t const bits = rowfuse::detail::to_bits(value);
    rowfuse::detail::Binary const binary = rowfuse::detail::binary_of(bits);
    int32_t const position = 2 * (binary.exponent - BinnedSum<>::unit);
    int32_t const first = position >> 5;
    int32_t const shift = position & 31;
    rowfuse::detail::Product const square = rowfuse::detail::multiply(binary.digits, binary.digits);
    uint64_t const below = square.low << shift;
    uint64_t const middle = square.high << shift | square.low >> 1 >> (63 - shift);
    uint64_t const above = square.high >> 1 >> (63 - shift);
    int64_t const slices[5] = {static_cast<int64_t>(below & 0xFFFFFFFF), static_cast<int64_t>(below >> 32),
                               static_cast<int64_t>(middle & 0xFFFFFFFF), static_cast<int64_t>(middle >> 32), static_cast<int64_t>(above)};
    int32_t last = 4;
    while (last > 0 && slices[last] == 0) --last;
    bins.reach(first + last);
    int32_t const at = bins.place(first);
    for (int32_t i = 0; i <= last; ++i) {
      if (at + i >= 0) bins.low[at + i] += slices[i];
    }
    bins.count();
  }

  RF_HD void merge(BinnedSquares const& other) { bins.merge(other.bins); }
};

}  // namespace rowfuse::group
