/// Sums of doubles that do not depend on the order of their values: the same bits for every division into tiles, threads and
/// devices. Binned summation (J. Demmel and H. D. Nguyen, "Parallel Reproducible Summation", IEEE Transactions on Computers 64(7),
/// 2015), on integers.
///
/// The exponents of doubles are divided into bins of 32 bits: bin j has the multiples of 2^(32 j) of the unit below 2^(32 (j + 1)).
/// A value is cut at the borders of bins, exactly, into slices with its sign. Of a sum only the highest bins are kept, counted from
/// the highest that any value reaches: slices below them are left out, value by value, whenever they came. So the sum is one
/// integer, that of all slices in the bins that are kept in the end; no order changes it. It is rounded once.
///
/// The error of a sum of n values is at most n units of the lowest bin that is kept, 2^-(32 (kept - 1)) of the largest magnitude
/// among them or less, and half a unit in the last place of the result.
#pragma once

#include <cstdint>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/number/exact/binary_double.hpp>
#include <rowfuse/number/exact/wide_integer.hpp>

namespace rowfuse::group {

/// The highest bins of a sum: `kept` of them from `lowest` on, which everything begins with 0 for: then nothing is left out.
template <int kept>
struct Bins {
  /// Bits of the integer: bins, and as many values as 2^63 slices.
  static constexpr int words = (32 * kept + 96) / 64 + 1;

  // Of bin lowest + i the sum is low[i] + 2^32 high[i]. Only `low` takes slices; it has room for 2^30 of them at least.
  int64_t low[kept] = {};
  int32_t lowest = 0;
  uint32_t pending = 0;  ///< values in `low`
  int64_t high[kept] = {};

  /// The slices' part of the window of bins begins here; below 0 their first are left out.
  RF_HD RF_INLINE int32_t place(int32_t first) const { return first - lowest; }

  /// Makes room up to a bin: the lowest ones are given up.
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

  /// One value more is in `low`.
  RF_HD RF_INLINE void count() {
    if (RF_UNLIKELY(++pending == uint32_t{1} << 30)) carry();
  }

  /// Moves what is above 32 bits out of `low`.
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

  /// The sum, in units of bin `lowest`.
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

/// What a sum has seen that is no finite number.
struct NotFinite {
  static constexpr uint8_t nan = 1;
  static constexpr uint8_t infinity = 2;
  static constexpr uint8_t negative_infinity = 4;

  RF_HD static uint8_t of(uint64_t bits) {
    if (bits << 12 != 0) return nan;
    return bits >> 63 == 0 ? infinity : negative_infinity;
  }

  /// The sum where there was any: NaN, or the infinity that there was alone.
  RF_HD static double sum(uint8_t seen) {
    if (seen == infinity) return rowfuse::infinity();
    return seen == negative_infinity ? -rowfuse::infinity() : rowfuse::nan();
  }
};

/// The sum of doubles. Sums of zeros are 0, whatever their signs.
template <int kept = 4>
struct BinnedSum {
  static_assert(kept >= 3, "a double has slices in three bins");

  /// The unit of bin 0 is 2^unit, the least double above 0.
  static constexpr int32_t unit = -1074;

  Bins<kept> bins;
  uint8_t not_finite = 0;  ///< of NotFinite

  RF_HD RF_INLINE void add(double value) {
    uint64_t const bits = rowfuse::detail::to_bits(value);
    auto const biased = static_cast<int32_t>(bits >> 52 & 0x7FF);
    // The leading digit's place, counted from 2^-1074. Not of numbers in the lowest bins, nor of those that are not finite.
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
  /// Adds the slices of digits * 2^shift, three of them, with the sign of `bits`, to the bins from `at` on; those below the first are left out.
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
    // Three bins, of which the last has the leading digit; near the end of the scale, the lowest three.
    int32_t const first = position < 12 ? 0 : (position + 52) / 32 - 2;
    bins.reach(first + 2);
    add_slices(bits, binary.digits, position - 32 * first, bins.place(first));
    bins.count();
  }
};

/// The sum of the squares of finite doubles, each of them exact before it is cut: an integer of 106 bits. None overflows.
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
