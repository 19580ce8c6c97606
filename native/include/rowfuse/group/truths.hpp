/// `any('x')` and `every('x')` for a boolean column.
#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group {

/// The booleans that occur in column I, as flags. They are held in 32 bits for a GPU's atomic operations.
template <std::size_t I>
struct Truths {
  static constexpr std::uint32_t some_false = 1;
  static constexpr std::uint32_t some_true = 2;

  std::uint32_t seen = 0;

  template <class Row, class Memory>
  RF_HD RF_INLINE void add(Row const& row, Memory&) {
    if (row.template valid<I>()) seen |= row.template value<I>() ? some_true : some_false;
  }
  template <class Memory>
  RF_HD void merge(Truths const& other, Memory&) {
    seen |= other.seen;
  }
};

template <std::size_t I>
struct TruthAggregate {
  template <class Columns>
  using Accumulators = List<Truths<I>>;
  template <class Columns>
  using Result = ColumnType<I, Columns>;

  template <class Columns, class State>
  RF_HD static bool present(State const& state) {
    return state.template get<Truths<I>>().seen != 0;
  }
};

}  // namespace group

/// `any('x')`: true if a value is true.
template <std::size_t I>
struct Any : group::TruthAggregate<I> {
  template <class Columns, class State>
  RF_HD static bool value(State const& state, RowFault&, std::int32_t) {
    return (state.template get<group::Truths<I>>().seen & group::Truths<I>::some_true) != 0;
  }
};

/// `every('x')`: true if no value is false.
template <std::size_t I>
struct Every : group::TruthAggregate<I> {
  template <class Columns, class State>
  RF_HD static bool value(State const& state, RowFault&, std::int32_t) {
    return (state.template get<group::Truths<I>>().seen & group::Truths<I>::some_false) == 0;
  }
};

}  // namespace rowfuse
