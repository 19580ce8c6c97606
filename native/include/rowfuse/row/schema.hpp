#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/row/column_types.hpp>

namespace rowfuse {

/// The columns of one side of a transform.
template <class... Types>
struct Schema {
  static constexpr std::int32_t size = sizeof...(Types);
};

namespace detail {

template <class Type>
constexpr arrow::ColumnType column_type = {Type::id, is_nullable<Type>, arrow::TypeId::none};
template <class Type, std::int64_t preceding, std::int64_t following>
constexpr arrow::ColumnType column_type<Windowed<Type, preceding, following>> = {Type::id, is_nullable<Type>, arrow::TypeId::none, true};
template <class Type>
constexpr arrow::ColumnType column_type<Scalar<Type>> = {arrow::TypeId::none, is_nullable<Type>, Type::id};
template <>
inline constexpr arrow::ColumnType column_type<RowNumber> = {arrow::TypeId::none, false, arrow::TypeId::int64};

template <class... Types>
struct TypeList {};

template <std::size_t I, class List>
struct TypeAt;
template <std::size_t I, class First, class... Rest>
struct TypeAt<I, TypeList<First, Rest...>> : TypeAt<I - 1, TypeList<Rest...>> {};
template <class First, class... Rest>
struct TypeAt<0, TypeList<First, Rest...>> {
  using Type = First;
};

/// The columns as a list of lists: eight columns in each, and the rest in the last.
template <class Eights, class... Types>
struct InEights;
template <class... Eights, class A, class B, class C, class D, class E, class F, class G, class H, class... Rest>
struct InEights<TypeList<Eights...>, A, B, C, D, E, F, G, H, Rest...>
    : InEights<TypeList<Eights..., TypeList<A, B, C, D, E, F, G, H>>, Rest...> {};
template <class... Eights, class... Rest>
struct InEights<TypeList<Eights...>, Rest...> {
  using Type = TypeList<Eights..., TypeList<Rest...>>;
};

/// Recursion from one column to the next would make n² types with up to n arguments: 6 GB with GCC for 800 columns.
template <std::size_t I, class Columns>
struct ColumnAt;
template <std::size_t I, class... Types>
struct ColumnAt<I, Schema<Types...>> : TypeAt<I % 8, typename TypeAt<I / 8, typename InEights<TypeList<>, Types...>::Type>::Type> {};

}  // namespace detail

template <std::size_t I, class Columns>
using ColumnType = typename detail::ColumnAt<I, Columns>::Type;

namespace detail {

template <class Columns>
struct ColumnTypes;
template <class... Types>
struct ColumnTypes<Schema<Types...>> {
  // One entry more than needed, because a schema without columns must not declare an array of size 0.
  static constexpr arrow::ColumnType list[sizeof...(Types) + 1] = {column_type<Types>..., {}};
  static constexpr std::int32_t text_count = (std::int32_t{is_text<Types>} + ... + 0);
  static constexpr bool any_nullable = (is_nullable<Types> || ... || false);

  static constexpr std::int32_t text_count_before(std::size_t column) {
    std::int32_t count = 0;
    for (std::size_t i = 0; i < column; ++i) count += arrow::has_offsets(list[i].id) ? 1 : 0;
    return count;
  }
};

}  // namespace detail

template <class Columns>
inline constexpr std::int32_t text_columns = detail::ColumnTypes<Columns>::text_count;
/// The number of text columns before column I.
template <std::size_t I, class Columns>
inline constexpr std::int32_t text_columns_before = detail::ColumnTypes<Columns>::text_count_before(I);
template <class Columns>
inline constexpr bool has_nullable_column = detail::ColumnTypes<Columns>::any_nullable;

/// The bound that generated code declares for an output column of text: at most `constant` + Σ `factors[i]` · (bytes of input column i)
/// bytes per row. `{}` means no bound, also for columns of other types. See `arrow::Bound`.
template <class Input>
struct OutputBound {
  std::int64_t constant = -1;
  std::int32_t factors[Input::size + 1] = {};
};

/// The pieces that one evaluation of a row leaves to be copied, as generated code declares them: parts of input columns and of literals.
struct Segments {
  int count = 0;               ///< the most pieces of a text value; 0: the text must be evaluated to be written
  std::uint32_t longer = 0;    ///< one bit per piece: the piece may be longer than four bytes
  std::uint32_t constant = 0;  ///< one bit per piece: the piece may be a part of a literal, or a literal longer than four bytes
  bool mapped = false;         ///< some pieces change case when they are copied, which only ASCII text allows
};

/// True if the rows of a transform are grouped: see group/grouping.hpp.
template <class Transform>
inline constexpr bool is_grouped = requires { typename Transform::Grouping; };

namespace detail {

template <class Transform, bool grouped = is_grouped<Transform>>
struct ResultColumnsOf {
  using Type = typename Transform::Output;
};
template <class Transform>
struct ResultColumnsOf<Transform, true> {
  using Type = typename Transform::Grouping::template Result<typename Transform::Output>;
};

}  // namespace detail

/// The columns of a transform's result: the values that a row puts, or the keys and aggregates of groups.
template <class Transform>
using ResultColumns = typename detail::ResultColumnsOf<Transform>::Type;

namespace detail {

/// `Transform::bounds`, a list of OutputBound by output column. A transform without it has no bounds.
template <class Transform>
constexpr arrow::Bound bound_of(std::int32_t column) {
  if constexpr (is_grouped<Transform>) {
    return {};  // a bound per row says nothing about groups
  } else if constexpr (requires { Transform::bounds; }) {
    return {Transform::bounds[column].constant, Transform::bounds[column].factors};
  } else {
    return {};
  }
}

template <class Transform, class Outputs = std::make_integer_sequence<std::int32_t, ResultColumns<Transform>::size>>
struct Bounds;
template <class Transform, std::int32_t... I>
struct Bounds<Transform, std::integer_sequence<std::int32_t, I...>> {
  static constexpr arrow::Bound list[sizeof...(I) + 1] = {bound_of<Transform>(I)..., {}};
};

}  // namespace detail

using arrow::Rows;

namespace detail {

template <class Transform>
constexpr Rows rows_of() {
  if constexpr (requires { Transform::rows; }) {
    return Transform::rows;
  } else {
    return Rows::one;
  }
}

}  // namespace detail

/// The number of rows that a transform makes of one: one unless it declares otherwise.
template <class Transform>
inline constexpr Rows rows_of = detail::rows_of<Transform>();
/// True if the values that the row function puts become a row only when it calls `emit`.
template <class Transform>
inline constexpr bool emits_rows = rows_of<Transform> != Rows::one;

/// The run-time description of a transform's columns.
template <class Transform>
constexpr arrow::Layout layout_of() {
  using Input = typename Transform::Input;
  using Output = ResultColumns<Transform>;
  return {detail::ColumnTypes<Input>::list,
          Input::size,
          detail::ColumnTypes<Output>::list,
          Output::size,
          detail::Bounds<Transform>::list,
          rows_of<Transform>,
          is_grouped<Transform>};
}

}  // namespace rowfuse
