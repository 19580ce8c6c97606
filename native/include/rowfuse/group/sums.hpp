/// `sum('x')` and `mean('x')`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/binned_sum.hpp>
#include <rowfuse/group/counts.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/number/exact/wide_integer.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

template <class Type>
inline constexpr bool is_float = std::is_floating_point_v<typename Type::Storage>;

/// The sum of integers of at most 16 bits, which cannot overflow before 2^47 values.
struct NarrowTotal {
  std::int64_t sum = 0;

  RF_HD RF_INLINE void add(std::int64_t value) { sum += value; }
  RF_HD void merge(NarrowTotal const& other) { sum += other.sum; }
  RF_HD WideInteger<2> exact() const { return WideInteger<2>::of(sum); }
  RF_HD double value() const { return static_cast<double>(sum); }
};

/// The sum of integers of up to 64 bits.
struct WideTotal {
  WideInteger<2> sum;

  template <class Integer>
  RF_HD RF_INLINE void add(Integer value) {
    if constexpr (std::is_unsigned_v<Integer>) {
      sum += WideInteger<2>::of(static_cast<std::uint64_t>(value));
    } else {
      sum += WideInteger<2>::of(static_cast<std::int64_t>(value));
    }
  }
  RF_HD void merge(WideTotal const& other) { sum += other.sum; }
  RF_HD WideInteger<2> exact() const { return sum; }
  RF_HD double value() const { return sum.to_double(); }
};

namespace detail {

template <class Storage>
using TotalOf =
    std::conditional_t<std::is_floating_point_v<Storage>, BinnedSum<>, std::conditional_t<sizeof(Storage) <= 2, NarrowTotal, WideTotal>>;

}  // namespace detail

/// The sum of column I: exact for integers, binned for floating-point numbers.
template <std::size_t I, class Columns>
struct Total {
  using Sum = detail::TotalOf<typename ColumnType<I, Columns>::Storage>;

  Sum sum;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory&) {
    if (row.template valid<I>()) sum.add(row.template value<I>());
  }
  template <class Memory>
  RF_HD void merge(Total const& other, Memory&) {
    sum.merge(other.sum);
  }
};

}  // namespace group

/// `sum('x')`. The sum of integers is an exact int64 (a uint64 for a uint64 column); a sum out of range is a fault. The sum of
/// floating-point numbers is a float64 that does not depend on their order (group/binned_sum.hpp).
template <std::size_t I>
struct Sum {
  template <class Columns>
  using Column = UnderlyingType<ColumnType<I, Columns>>;
  template <class Columns>
  using Type = std::conditional_t<group::is_float<Column<Columns>>, Float64,
                                  std::conditional_t<std::is_same_v<Column<Columns>, Uint64>, Uint64, Int64>>;

  template <class Columns>
  using Accumulators = group::Joined<group::List<group::Total<I, Columns>>, group::Presence<I, Columns>>;
  template <class Columns>
  using Result = group::NullableAs<Type<Columns>, ColumnType<I, Columns>>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    return group::has_value<I, Columns>(state);
  }
  template <class Columns, class State>
  RF_HD static typename Type<Columns>::Storage value(State const& state, RowFault& fault, std::int32_t column) {
    auto const& total = state.template get<group::Total<I, Columns>>().sum;
    if constexpr (group::is_float<Column<Columns>>) {
      return total.value();
    } else {
      using Storage = typename Type<Columns>::Storage;
      WideInteger<2> const exact = total.exact();
      auto const result = static_cast<Storage>(exact.words[0]);
      bool const fits = exact.words[1] == (std::is_signed_v<Storage> && exact.words[0] >> 63 != 0 ? ~std::uint64_t{0} : 0);
      if (!fits) fault.raise(Fault::out_of_range, column);
      return fits ? result : Storage{};
    }
  }
};

/// `mean('x')`: the sum, rounded once to a double, divided by the number of values.
template <std::size_t I>
struct Mean {
  template <class Columns>
  using Accumulators = group::List<group::Total<I, Columns>, group::ValueCount<I, Columns>>;
  template <class Columns>
  using Result = group::NullableAs<Float64, ColumnType<I, Columns>>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    return group::has_value<I, Columns>(state);
  }
  template <class Columns, class State>
  RF_HD static double value(State const& state, RowFault&, std::int32_t) {
    auto const count = static_cast<double>(state.template get<group::ValueCount<I, Columns>>().count);
    return state.template get<group::Total<I, Columns>>().sum.value() / count;
  }
};

}  // namespace rowfuse
