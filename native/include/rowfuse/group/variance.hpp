/// `variance('x')` and `stddev('x')` of a sample.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/binned_sum.hpp>
#include <rowfuse/group/counts.hpp>
#include <rowfuse/group/sums.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/number/exact/wide_integer.hpp>
#include <rowfuse/number/exact/wide_product.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

/// Exact sums of integers and of their squares.
struct IntegerMoments {
  WideInteger<2> sum;
  WideInteger<3> squares;

  template <class Integer>
  RF_HD RF_INLINE void add(Integer value) {
    std::uint64_t magnitude = static_cast<std::uint64_t>(value);
    if constexpr (std::is_signed_v<Integer>) {
      sum += WideInteger<2>::of(static_cast<std::int64_t>(value));
      if (value < 0) magnitude = 0 - magnitude;
    } else {
      sum += WideInteger<2>::of(magnitude);
    }
    rowfuse::detail::Product const square = rowfuse::detail::multiply(magnitude, magnitude);
    squares += WideInteger<3>{{square.low, square.high, 0}};
  }
  RF_HD void merge(IntegerMoments const& other) {
    sum += other.sum;
    squares += other.squares;
  }

  /// Returns (n Σx² - (Σx)²) / divisor, with the numerator rounded once.
  RF_HD double spread(std::int64_t count, double divisor) const {
    WideInteger<4> numerator = product(squares, WideInteger<1>::of(count));
    numerator -= product(sum, sum);
    return numerator.divided(divisor, 0);
  }
};

/// Binned sums of floating-point numbers and of their squares: each an exact integer, in any order.
struct FloatMoments {
  static constexpr int kept = 6;

  BinnedSum<kept> sum;
  BinnedSquares<kept> squares;

  RF_HD RF_INLINE void add(double value) {
    sum.add(value);
    if (sum.not_finite == 0) squares.add(value);
  }
  RF_HD void merge(FloatMoments const& other) {
    sum.merge(other.sum);
    squares.merge(other.squares);
  }

  /// Returns (n Σx² - (Σx)²) / divisor, with the numerator computed from the bins and rounded once. NaN if a value is not finite.
  RF_HD double spread(std::int64_t count, double divisor) const {
    if (sum.not_finite != 0) return nan();
    constexpr int words = 2 * Bins<kept>::words + 1;
    // Both in units of one bin. The square of the sum begins with bin 2 * lowest of the bins of squares.
    std::int32_t const sum_bin = 2 * sum.bins.lowest;
    std::int32_t const squares_bin = squares.bins.lowest;
    std::int32_t const bin = sum_bin < squares_bin ? sum_bin : squares_bin;
    WideInteger<Bins<kept>::words> const total = sum.bins.total();
    using Wide = WideInteger<words>;
    Wide numerator = Wide::of(product(squares.bins.total(), WideInteger<1>::of(count))).shifted(32 * (squares_bin - bin));
    numerator -= Wide::of(product(total, total)).shifted(32 * (sum_bin - bin));
    // The bins can leave out more than the true difference.
    return numerator.is_negative() ? 0 : numerator.divided(divisor, BinnedSquares<kept>::unit + 32 * bin);
  }
};

/// The sums that a variance of column I is computed from.
template <std::size_t I, class Columns>
struct Moments {
  using Sums = std::conditional_t<is_float<UnderlyingType<ColumnType<I, Columns>>>, FloatMoments, IntegerMoments>;

  Sums sums;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory&) {
    if (row.template valid<I>()) sums.add(row.template value<I>());
  }
  template <class Memory>
  RF_HD void merge(Moments const& other, Memory&) {
    sums.merge(other.sums);
  }
};

}  // namespace group

/// `variance('x')`: (n Σx² - (Σx)²) / (n (n - 1)), with the numerator rounded once. Null for fewer than two values.
template <std::size_t I>
struct Variance {
  template <class Columns>
  using Accumulators = group::List<group::Moments<I, Columns>, group::ValueCount<I, Columns>>;
  template <class Columns>
  using Result = Nullable<Float64>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    return state.template get<group::ValueCount<I, Columns>>().count > 1;
  }
  template <class Columns, class State>
  RF_HD static double value(State const& state, RowFault&, std::int32_t) {
    std::int64_t const count = state.template get<group::ValueCount<I, Columns>>().count;
    double const divisor = static_cast<double>(count) * static_cast<double>(count - 1);
    return state.template get<group::Moments<I, Columns>>().sums.spread(count, divisor);
  }
};

/// `stddev('x')`: the square root of the variance.
template <std::size_t I>
struct Stddev : Variance<I> {
  template <class Columns, class State>
  RF_HD static double value(State const& state, RowFault& fault, std::int32_t column) {
    return ::sqrt(Variance<I>::template value<Columns>(state, fault, column));
  }
};

}  // namespace rowfuse
