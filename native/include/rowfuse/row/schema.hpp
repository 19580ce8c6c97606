#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/row/bytes.hpp>
#include <rowfuse/string/view.hpp>

namespace rowfuse {

// Column types. `Storage` is what the column's buffer holds, `Value` what the row function sees: a JavaScript number is
// a double, or an int32_t where every value of the column is one (which keeps index arithmetic in integers).
struct Bool {
  using Storage = bool;
  using Value = bool;
  static constexpr auto id = arrow::TypeId::boolean;
};
struct Int8 {
  using Storage = std::int8_t;
  using Value = std::int32_t;
  static constexpr auto id = arrow::TypeId::int8;
};
struct Int16 {
  using Storage = std::int16_t;
  using Value = std::int32_t;
  static constexpr auto id = arrow::TypeId::int16;
};
struct Int32 {
  using Storage = std::int32_t;
  using Value = std::int32_t;
  static constexpr auto id = arrow::TypeId::int32;
};
struct Uint8 {
  using Storage = std::uint8_t;
  using Value = std::int32_t;
  static constexpr auto id = arrow::TypeId::uint8;
};
struct Uint16 {
  using Storage = std::uint16_t;
  using Value = std::int32_t;
  static constexpr auto id = arrow::TypeId::uint16;
};
struct Uint32 {
  using Storage = std::uint32_t;
  using Value = double;
  static constexpr auto id = arrow::TypeId::uint32;
};
/// A bigint of JavaScript.
struct Int64 {
  using Storage = std::int64_t;
  using Value = std::int64_t;
  static constexpr auto id = arrow::TypeId::int64;
};
struct Uint64 {
  using Storage = std::uint64_t;
  using Value = std::uint64_t;
  static constexpr auto id = arrow::TypeId::uint64;
};
struct Float32 {
  using Storage = float;
  using Value = double;
  static constexpr auto id = arrow::TypeId::float32;
};
struct Float64 {
  using Storage = double;
  using Value = double;
  static constexpr auto id = arrow::TypeId::float64;
};
struct Utf8 {
  using Storage = char;
  using Value = View;
  static constexpr auto id = arrow::TypeId::utf8;
};

/// Text whose rows are lines: the column's bytes include what ends a line, the row function's text does not. See row/line.hpp.
struct Line {
  using Storage = char;
  using Value = View;
  static constexpr auto id = arrow::TypeId::utf8;
};

/// Lines that other bytes end.
template <char... bytes>
struct SeparatedBy {
  using Storage = char;
  using Value = View;
  static constexpr auto id = arrow::TypeId::utf8;
};

/// Bytes that mean nothing: a Uint8Array of JavaScript.
struct Binary {
  using Storage = char;
  using Value = Bytes;
  static constexpr auto id = arrow::TypeId::binary;
};

/// Days from 1970-01-01 on. The row function sees the time value of their beginning: `milliseconds` is what one unit of the
/// column counts in it.
struct Date32 {
  using Storage = std::int32_t;
  using Value = double;
  static constexpr auto id = arrow::TypeId::date32;
  static constexpr double milliseconds = 86400000;
};
/// Points in time from 1970-01-01T00:00Z on, as time values.
struct TimestampSecond {
  using Storage = std::int64_t;
  using Value = double;
  static constexpr auto id = arrow::TypeId::timestamp_s;
  static constexpr double milliseconds = 1000;
};
struct TimestampMillisecond {
  using Storage = std::int64_t;
  using Value = double;
  static constexpr auto id = arrow::TypeId::timestamp_ms;
  static constexpr double milliseconds = 1;
};
/// Bigints in the column's unit: doubles would lose digits.
struct TimestampMicrosecond {
  using Storage = std::int64_t;
  using Value = std::int64_t;
  static constexpr auto id = arrow::TypeId::timestamp_us;
};
struct TimestampNanosecond {
  using Storage = std::int64_t;
  using Value = std::int64_t;
  static constexpr auto id = arrow::TypeId::timestamp_ns;
};

/// A column of times of which the row function takes what the column stores: it stands in the result as it is.
template <class Type>
struct Raw {
  using Storage = typename Type::Storage;
  using Value = Storage;
  static constexpr auto id = Type::id;
};

/// A declared input column that the row function never reads: neither checked nor decoded, its buffers may be missing.
struct Unread {
  using Storage = char;
  struct Value {};
  static constexpr auto id = arrow::TypeId::none;
};

/// One value for all rows, an argument of the call. The buffers of columns are none of its business: neither staged nor checked.
template <class Type>
struct Scalar {
  using Of = Type;
  using Storage = char;
  using Value = typename Type::Value;
  static constexpr auto id = arrow::TypeId::none;
};

/// The row's number in the whole input: a scalar, the number of the call's first row, and the row.
struct RowNumber {
  using Storage = char;
  using Value = double;
  static constexpr auto id = arrow::TypeId::none;
};

template <class Of>
struct WindowOf;

/// A column of which a row sees its own row, so many before it, and so many behind it. Its buffers are none of a tile's business:
/// windows reach beyond it.
template <class Type, std::int64_t rows_before, std::int64_t rows_behind>
struct Windowed {
  using Of = Type;
  using Storage = char;
  using Value = WindowOf<Type>;
  static constexpr auto id = arrow::TypeId::none;
  static constexpr std::int64_t preceding = rows_before;
  static constexpr std::int64_t following = rows_behind;
};

/// A column of which other columns say what rows a row sees.
template <class Type>
using Whole = Windowed<Type, -1, 0>;

/// A column that may hold nulls; the row function sees `Maybe<Value>`.
template <class Type>
struct Nullable {
  using Storage = typename Type::Storage;
  using Value = Maybe<typename Type::Value>;
  static constexpr auto id = Type::id;
};

/// Elements of a list that are fields of structs which may be null: null where the struct is, which says so elsewhere, and nowhere
/// else. The row function asks for none of those.
template <class Type>
struct Required {
  using Storage = typename Type::Storage;
  using Value = typename Type::Value;
  static constexpr auto id = Type::id;
};

template <class Type>
inline constexpr bool is_required = false;
template <class Type>
inline constexpr bool is_required<Required<Type>> = true;

template <class Type>
inline constexpr bool is_nullable = false;
template <class Type>
inline constexpr bool is_nullable<Nullable<Type>> = true;

template <class Type>
inline constexpr bool is_window = false;
template <class Type, std::int64_t preceding, std::int64_t following>
inline constexpr bool is_window<Windowed<Type, preceding, following>> = true;

/// Whether a value is made of the row's number and what the call says, not of what a tile reads.
template <class Type>
inline constexpr bool is_scalar = is_window<Type>;
template <class Type>
inline constexpr bool is_scalar<Scalar<Type>> = true;
template <>
inline constexpr bool is_scalar<RowNumber> = true;

namespace detail {

template <class Type>
constexpr arrow::ColumnType column_type = {Type::id, is_nullable<Type>, arrow::TypeId::none};
template <class Type, std::int64_t preceding, std::int64_t following>
constexpr arrow::ColumnType column_type<Windowed<Type, preceding, following>> = {Type::id, is_nullable<Type>,
                                                                              arrow::TypeId::none, true};
template <class Type>
constexpr arrow::ColumnType column_type<Scalar<Type>> = {arrow::TypeId::none, is_nullable<Type>, Type::id};
template <>
inline constexpr arrow::ColumnType column_type<RowNumber> = {arrow::TypeId::none, false, arrow::TypeId::int64};

template <class Type>
struct Underlying {
  using Result = Type;
};
template <class Type>
struct Underlying<Nullable<Type>> {
  using Result = Type;
};
template <class Type>
struct Underlying<Required<Type>> {
  using Result = Type;
};

}  // namespace detail

/// The column type without its Nullable or Required.
template <class Type>
using UnderlyingType = typename detail::Underlying<Type>::Result;

/// Whether a column has offsets and bytes. Those of Utf8 must be that.
template <class Type>
inline constexpr bool is_text = arrow::has_offsets(Type::id);
template <class Type>
inline constexpr bool is_utf8 = Type::id == arrow::TypeId::utf8;
/// Whether rows are lines, or may be.
template <class Type>
inline constexpr bool is_line = false;
template <>
inline constexpr bool is_line<Line> = true;
template <char... bytes>
inline constexpr bool is_line<SeparatedBy<bytes...>> = true;
template <class Type>
inline constexpr bool is_boolean = Type::id == arrow::TypeId::boolean;
/// Whether the row function sees a column's units as time values.
template <class Type>
inline constexpr bool is_time_value = requires { UnderlyingType<Type>::milliseconds; };

/// The columns of one side of a transform.
template <class... Types>
struct Schema {
  static constexpr std::int32_t size = sizeof...(Types);
};

namespace detail {

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

/// A list of lists of eight columns, and of one with the others.
template <class Eights, class... Types>
struct InEights;
template <class... Eights, class A, class B, class C, class D, class E, class F, class G, class H, class... Rest>
struct InEights<TypeList<Eights...>, A, B, C, D, E, F, G, H, Rest...>
    : InEights<TypeList<Eights..., TypeList<A, B, C, D, E, F, G, H>>, Rest...> {};
template <class... Eights, class... Rest>
struct InEights<TypeList<Eights...>, Rest...> {
  using Type = TypeList<Eights..., TypeList<Rest...>>;
};

/// From one column to the next, n columns would make n² types of up to n arguments: 6 GB with GCC for 800 columns.
template <std::size_t I, class Columns>
struct ColumnAt;
template <std::size_t I, class... Types>
struct ColumnAt<I, Schema<Types...>>
    : TypeAt<I % 8, typename TypeAt<I / 8, typename InEights<TypeList<>, Types...>::Type>::Type> {};

}  // namespace detail

template <std::size_t I, class Columns>
using ColumnType = typename detail::ColumnAt<I, Columns>::Type;

namespace detail {

template <class Columns>
struct ColumnTypes;
template <class... Types>
struct ColumnTypes<Schema<Types...>> {
  // One entry more than needed: a schema without columns must not declare an array of size 0.
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

/// What generated code says of an output column of text: at most `constant` + Σ `factors[i]` · bytes of input column i
/// bytes a row. `{}` is no bound, and what columns of other types have. See `arrow::Bound`.
template <class Input>
struct OutputBound {
  std::int64_t constant = -1;
  std::int32_t factors[Input::size + 1] = {};
};

/// What generated code says of the pieces that one evaluation of a row leaves to be copied: parts of input columns and of
/// literals.
struct Segments {
  int count = 0;               ///< of a text value, at most; 0: it must be evaluated to be written
  std::uint32_t longer = 0;    ///< a bit each: may be longer than four bytes
  std::uint32_t constant = 0;  ///< a bit each: may be a part of a literal, or a whole one longer than four bytes
  bool mapped = false;         ///< the case of some is mapped on the way, which pieces of ASCII text alone allow
};

/// Whether the rows of a transform are grouped: see group/grouping.hpp.
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

/// The columns of a transform's result: what a row puts, or of groups their keys and aggregates.
template <class Transform>
using ResultColumns = typename detail::ResultColumnsOf<Transform>::Type;

namespace detail {

/// `Transform::bounds`, a list of OutputBound by output column; a transform without it has none.
template <class Transform>
constexpr arrow::Bound bound_of(std::int32_t column) {
  if constexpr (is_grouped<Transform>) {
    return {};  // a bound of rows is none of groups
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

/// How many rows a transform makes of one: of a transform that says nothing of it, one.
template <class Transform>
inline constexpr Rows rows_of = detail::rows_of<Transform>();
/// Whether what the row function puts is a row only where it emits it.
template <class Transform>
inline constexpr bool emits_rows = rows_of<Transform> != Rows::one;

/// The run-time description of a transform's columns.
template <class Transform>
constexpr arrow::Layout layout_of() {
  using Input = typename Transform::Input;
  using Output = ResultColumns<Transform>;
  return {detail::ColumnTypes<Input>::list, Input::size, detail::ColumnTypes<Output>::list, Output::size,
          detail::Bounds<Transform>::list, rows_of<Transform>, is_grouped<Transform>};
}

}  // namespace rowfuse
