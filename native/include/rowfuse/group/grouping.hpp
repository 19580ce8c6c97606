/// The description of an aggregation in generated code, beside the row function whose rows are grouped.
///
///   struct Stations {
///     struct Out { enum { station, temp }; };
///     using Input = rf::Schema<rf::Line>;
///     using Output = rf::Schema<rf::Utf8, rf::Float64>;   // the columns that a row puts: keys, then aggregated columns
///     using Grouping = rf::Grouping<1, true, rf::Min<Out::temp>, rf::Mean<Out::temp>, rf::Max<Out::temp>, rf::CountRows>;
///     ...
///   };
///
/// An aggregate has
///   Accumulators<Columns>        its accumulators: a group::List
///   Result<Columns>              the type of its column, or a schema of several
///   present(state)               returns true if it has a value
///   value(state, fault, column)  returns the value as its column stores it, text as a view. A value out of range is a fault
/// An accumulator begins empty and has
///   add(row, memory)             reads `row.valid<I>()`, `row.value<I>()`, `row.text<I>()`, `row.number()`; `memory` is for text
///   merge(other, memory)         adds the rows of another accumulator; either of the two may be the earlier one
/// It may have
///   for_each_text(use)           calls `use` with the places of text outside of it that `add` reads
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/collected.hpp>
#include <rowfuse/group/counts.hpp>
#include <rowfuse/group/distinct.hpp>
#include <rowfuse/group/ends.hpp>
#include <rowfuse/group/min_max.hpp>
#include <rowfuse/group/reduce.hpp>
#include <rowfuse/group/sums.hpp>
#include <rowfuse/group/truths.hpp>
#include <rowfuse/group/types.hpp>
#include <rowfuse/group/variance.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace group::detail {

/// The first columns of a schema.
template <class Columns, std::size_t... I>
auto columns_of(std::index_sequence<I...>) -> Schema<ColumnType<I, Columns>...>;

/// A schema, followed by more columns or by those of more schemas.
template <class Columns, class... More>
struct Extended {
  using Type = Columns;
};
template <class... Types, class... Others, class... More>
struct Extended<Schema<Types...>, Schema<Others...>, More...> : Extended<Schema<Types..., Others...>, More...> {};
template <class... Types, class Other, class... More>
struct Extended<Schema<Types...>, Other, More...> : Extended<Schema<Types..., Other>, More...> {};

/// The number of columns of an aggregate's result.
template <class Result>
inline constexpr std::size_t width = 1;
template <class... Types>
inline constexpr std::size_t width<Schema<Types...>> = sizeof...(Types);

template <class Aggregate>
inline constexpr bool is_in_blocks = requires { requires Aggregate::in_blocks; };
template <class Aggregate>
inline constexpr bool is_spliced = requires { requires Aggregate::is_spliced; };

}  // namespace group::detail

/// Groups by the first `keys` columns, in their order if `ordered`, and computes aggregates for each group.
template <std::size_t keys, bool ordered, class... Aggregates>
struct Grouping {
  static constexpr std::size_t key_columns = keys;
  static constexpr bool is_ordered = ordered;
  static constexpr std::size_t aggregates = sizeof...(Aggregates);
  /// True if a result depends on how rows are divided. Rows are then grouped in blocks of the input, which are merged in order.
  static constexpr bool in_blocks = (group::detail::is_in_blocks<Aggregates> || ... || false);
  /// True if groups take over memory of the groups that are merged into them.
  static constexpr bool splices = (group::detail::is_spliced<Aggregates> || ... || false);

  template <class Columns>
  using Accumulators = group::Joined<typename Aggregates::template Accumulators<Columns>...>;

  template <class Columns>
  using Keys = decltype(group::detail::columns_of<Columns>(std::make_index_sequence<keys>{}));
  /// The columns of the result: the keys, then those of the aggregates.
  template <class Columns>
  using Result = typename group::detail::Extended<Keys<Columns>, typename Aggregates::template Result<Columns>...>::Type;
};

namespace group {

namespace detail {

template <class Accumulator>
inline constexpr bool refers_to_text = requires(Accumulator const& one) { one.for_each_text([](char const*) {}); };

}  // namespace detail

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

  static constexpr bool refers_to_text = (detail::refers_to_text<Each> || ... || false);
  template <class Use>
  void for_each_text([[maybe_unused]] Use const& use) const {
    auto const in_one = [&](auto const& one) {
      if constexpr (detail::refers_to_text<std::remove_cvref_t<decltype(one)>>) one.for_each_text(use);
    };
    (in_one(static_cast<Each const&>(*this)), ...);
  }
};

namespace detail {

/// The aggregate that column I of the aggregates' results belongs to, and the index of the column within that aggregate.
template <std::size_t I, class Columns, class... Aggregates>
struct AggregateOf;
template <std::size_t I, class Columns, class First, class... Rest>
struct AggregateOf<I, Columns, First, Rest...> {
  static constexpr std::size_t columns = width<typename First::template Result<Columns>>;
  template <std::size_t place, bool is_first>
  struct Found : AggregateOf<place - columns, Columns, Rest...>::Place {};
  template <std::size_t place>
  struct Found<place, true> {
    using Aggregate = First;
    static constexpr std::size_t part = place;
  };
  using Place = Found<I, (I < columns)>;
};

template <std::size_t I, class Columns, class Grouping>
struct ResultAt;
template <std::size_t I, class Columns, std::size_t keys, bool ordered, class... Aggregates>
struct ResultAt<I, Columns, Grouping<keys, ordered, Aggregates...>> {
  using Place = typename AggregateOf<I - keys, Columns, Aggregates...>::Place;
};

}  // namespace detail

/// The state of each group of a transform.
template <class Transform>
using StateOf = State<typename Transform::Grouping::template Accumulators<typename Transform::Output>>;
/// The key columns of a transform.
template <class Transform>
using KeysOf = typename Transform::Grouping::template Keys<typename Transform::Output>;
/// The columns of the result: the keys, then the aggregates.
template <class Transform>
using ResultOf = typename Transform::Grouping::template Result<typename Transform::Output>;
/// The aggregate of column I of the result, which is not a key, as `Aggregate`; `part` is the index within its columns.
template <std::size_t I, class Transform>
using ResultAt = typename detail::ResultAt<I, typename Transform::Output, typename Transform::Grouping>::Place;

}  // namespace group

}  // namespace rowfuse
