/// What generated code says of an aggregation, beside the row function whose rows are grouped.
///
///   struct Transform {
///     using Input = rf::Schema<rf::Line>;
///     using Output = rf::Schema<rf::Utf8, rf::Float64>;   // what a row puts: the key columns, then what is aggregated
///     using Grouping = rf::Grouping<1, true, rf::Min<1>, rf::Mean<1>, rf::Max<1>, rf::CountRows>;
///     ...
///   };
///
/// An aggregate has
///   Accumulators<Columns>        what of the rows it is computed of: a group::List
///   Result<Columns>              the type of its column
///   present(state)               whether it has a value
///   value(state, fault, column)  as its column stores it, text as a view. What the column cannot hold is a fault
/// and an accumulator, which begins with nothing added,
///   add(row, memory)             `row.valid<I>()`, `row.value<I>()`, `row.text<I>()`, `row.number()`; `memory` is for text
///   merge(other, memory)         the rows of another accumulator, in any order of the two
#pragma once

#include <cstddef>
#include <utility>

#include <rowfuse/group/counts.hpp>
#include <rowfuse/group/ends.hpp>
#include <rowfuse/group/extremes.hpp>
#include <rowfuse/group/sums.hpp>
#include <rowfuse/group/truths.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/group/variance.hpp>
#include <rowfuse/macros.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group::detail {

/// The first columns of a schema, and more.
template <class Columns, class... More, std::size_t... I>
auto columns_of(std::index_sequence<I...>) -> Schema<ColumnType<I, Columns>..., More...>;

}  // namespace group::detail

/// Groups by the first `keys` columns, `ordered` by them or in any order, and what is computed of each.
template <std::size_t keys, bool ordered, class... Aggregates>
struct Grouping {
  static constexpr std::size_t key_columns = keys;
  static constexpr bool is_ordered = ordered;
  static constexpr std::size_t aggregates = sizeof...(Aggregates);

  template <class Columns>
  using Accumulators = group::Joined<typename Aggregates::template Accumulators<Columns>...>;

  /// The columns of the result: the keys, then the aggregates.
  template <class Columns>
  using Result = decltype(group::detail::columns_of<Columns, typename Aggregates::template Result<Columns>...>(
      std::make_index_sequence<keys>{}));
  template <class Columns>
  using Keys = decltype(group::detail::columns_of<Columns>(std::make_index_sequence<keys>{}));
};

namespace group {

/// The accumulators of a group, one of each kind.
template <class Accumulators>
struct State;
template <class... Each>
struct State<List<Each...>> : Each... {
  template <class Accumulator>
  RF_HD RF_INLINE Accumulator& get() {
    return *this;
  }
  template <class Accumulator>
  RF_HD RF_INLINE Accumulator const& get() const {
    return *this;
  }

  template <class Row, class Memory>
  RF_HD RF_INLINE void add([[maybe_unused]] Row const& row, [[maybe_unused]] Memory& memory) {
    (Each::add(row, memory), ...);
  }
  template <class Memory>
  RF_HD void merge([[maybe_unused]] State const& other, [[maybe_unused]] Memory& memory) {
    (Each::merge(static_cast<Each const&>(other), memory), ...);
  }
};

namespace detail {

template <std::size_t I, class Grouping>
struct AggregateAt;
template <std::size_t I, std::size_t keys, bool ordered, class First, class... Rest>
struct AggregateAt<I, Grouping<keys, ordered, First, Rest...>> : AggregateAt<I - 1, Grouping<keys, ordered, Rest...>> {};
template <std::size_t keys, bool ordered, class First, class... Rest>
struct AggregateAt<0, Grouping<keys, ordered, First, Rest...>> {
  using Type = First;
};

}  // namespace detail

/// What is held of each group of a transform.
template <class Transform>
using StateOf = State<typename Transform::Grouping::template Accumulators<typename Transform::Output>>;
/// Its key columns.
template <class Transform>
using KeysOf = typename Transform::Grouping::template Keys<typename Transform::Output>;
/// The columns of the result: the keys, then the aggregates.
template <class Transform>
using ResultOf = typename Transform::Grouping::template Result<typename Transform::Output>;
/// Its aggregate number I.
template <std::size_t I, class Transform>
using AggregateAt = typename detail::AggregateAt<I, typename Transform::Grouping>::Type;

}  // namespace group

}  // namespace rowfuse
