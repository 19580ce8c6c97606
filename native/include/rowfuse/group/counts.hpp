/// `count()` and `count('x')`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

/// The number of rows in a group.
struct RowCount {
  std::int64_t count = 0;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const&, Memory&) {
    ++count;
  }
  template <class Memory>
  RF_HD void merge(RowCount const& other, Memory&) {
    count += other.count;
  }
};

/// The number of rows with a value in column I.
template <std::size_t I>
struct PresentCount {
  std::int64_t count = 0;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory&) {
    count += static_cast<std::int64_t>(row.template valid<I>());
  }
  template <class Memory>
  RF_HD void merge(PresentCount const& other, Memory&) {
    count += other.count;
  }
};

/// The number of values of a column; the number of rows if none is null.
template <std::size_t I, class Columns>
using ValueCount = std::conditional_t<is_nullable<ColumnType<I, Columns>>, PresentCount<I>, RowCount>;

/// The accumulator that tells if a group has any value in column I: none if every row has one.
template <std::size_t I, class Columns>
using Presence = std::conditional_t<is_nullable<ColumnType<I, Columns>>, List<PresentCount<I>>, List<>>;

template <std::size_t I, class Columns, class State>
RF_HD bool has_value(State const& state) {
  if constexpr (is_nullable<ColumnType<I, Columns>>) {
    return state.template get<PresentCount<I>>().count != 0;
  } else {
    return true;
  }
}

/// The type of a result that is null for a group without values.
template <class Type, class Column>
using NullableAs = std::conditional_t<is_nullable<Column>, Nullable<Type>, Type>;

}  // namespace group

/// `count()`: the number of rows.
struct CountRows {
  template <class Columns>
  using Accumulators = group::List<group::RowCount>;
  template <class Columns>
  using Result = Int64;

  template <class Columns, class State>
  RF_HD static bool present(State const&) {
    return true;
  }
  template <class Columns, class State>
  RF_HD static std::int64_t value(State const& state, RowFault&, std::int32_t) {
    return state.template get<group::RowCount>().count;
  }
};

/// `count('x')`: the number of values that are not null.
template <std::size_t I>
struct Count {
  template <class Columns>
  using Accumulators = group::List<group::ValueCount<I, Columns>>;
  template <class Columns>
  using Result = Int64;

  template <class Columns, class State>
  RF_HD static bool present(State const&) {
    return true;
  }
  template <class Columns, class State>
  RF_HD static std::int64_t value(State const& state, RowFault&, std::int32_t) {
    return state.template get<group::ValueCount<I, Columns>>().count;
  }
};

}  // namespace rowfuse
