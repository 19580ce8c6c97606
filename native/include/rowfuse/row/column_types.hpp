/// Column types. `Storage` is the type in the column's buffer, and `Value` the type that the row function sees.
#pragma once

#include <cstdint>

#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/row/bytes.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

template <arrow::TypeId type, class Stored, class Seen = Stored>
struct Primitive {
  using Storage = Stored;
  using Value = Seen;
  static constexpr auto id = type;
};

using Bool = Primitive<arrow::TypeId::boolean, bool>;
// A JavaScript number is a double, or an int32_t if every value of the column is one (which keeps index arithmetic in integers).
using Int8 = Primitive<arrow::TypeId::int8, std::int8_t, std::int32_t>;
using Int16 = Primitive<arrow::TypeId::int16, std::int16_t, std::int32_t>;
using Int32 = Primitive<arrow::TypeId::int32, std::int32_t>;
using Uint8 = Primitive<arrow::TypeId::uint8, std::uint8_t, std::int32_t>;
using Uint16 = Primitive<arrow::TypeId::uint16, std::uint16_t, std::int32_t>;
using Uint32 = Primitive<arrow::TypeId::uint32, std::uint32_t, double>;
using Float32 = Primitive<arrow::TypeId::float32, float, double>;
using Float64 = Primitive<arrow::TypeId::float64, double>;
// Bigints. Timestamps in these units are bigints too: doubles would lose digits.
using Int64 = Primitive<arrow::TypeId::int64, std::int64_t>;
using Uint64 = Primitive<arrow::TypeId::uint64, std::uint64_t>;
using TimestampMicrosecond = Primitive<arrow::TypeId::timestamp_us, std::int64_t>;
using TimestampNanosecond = Primitive<arrow::TypeId::timestamp_ns, std::int64_t>;

/// Times from 1970-01-01T00:00Z on. The row function sees time values. One unit of the column is `unit` milliseconds.
template <arrow::TypeId type, class Stored, std::int32_t unit>
struct Time : Primitive<type, Stored, double> {
  static constexpr double milliseconds = unit;
};
using Date32 = Time<arrow::TypeId::date32, std::int32_t, 86400000>;
using TimestampSecond = Time<arrow::TypeId::timestamp_s, std::int64_t, 1000>;
using TimestampMillisecond = Time<arrow::TypeId::timestamp_ms, std::int64_t, 1>;

/// A column of times whose stored values the row function passes to the result as they are.
template <class Type>
using Raw = Primitive<Type::id, typename Type::Storage>;

struct Utf8 : Primitive<arrow::TypeId::utf8, char, View> {};

/// Text whose rows are lines: the column's bytes include the line end, and the row function's text does not. See row/line.hpp.
struct Line : Primitive<arrow::TypeId::utf8, char, View> {};

/// Lines that end with other bytes.
template <char... bytes>
struct SeparatedBy : Primitive<arrow::TypeId::utf8, char, View> {};

/// Bytes without an encoding: a Uint8Array of JavaScript.
using Binary = Primitive<arrow::TypeId::binary, char, Bytes>;

namespace detail {

/// The value of a column that is never read.
struct NoValue {};

/// A column without buffers of its own: none is staged or checked.
template <class Seen>
using Bufferless = Primitive<arrow::TypeId::none, char, Seen>;

}  // namespace detail

/// A declared input column that the row function never reads: it is neither checked nor decoded, and its buffers may be missing.
using Unread = detail::Bufferless<detail::NoValue>;

/// One value for all rows, an argument of the call.
template <class Type>
struct Scalar : detail::Bufferless<typename Type::Value> {
  using Of = Type;
};

/// The number of the row in the whole input: a scalar with the number of the call's first row, plus the row.
struct RowNumber : detail::Bufferless<double> {};

template <class Of>
struct WindowOf;

/// A column of which a row sees its own row, `rows_before` rows before it, and `rows_behind` rows behind it. Windows reach beyond a tile,
/// so a tile neither stages nor checks the buffers.
template <class Type, std::int64_t rows_before, std::int64_t rows_behind>
struct Windowed : detail::Bufferless<WindowOf<Type>> {
  using Of = Type;
  static constexpr std::int64_t preceding = rows_before;
  static constexpr std::int64_t following = rows_behind;
};

/// A column whose windows are bounded by the values of other columns.
template <class Type>
using Whole = Windowed<Type, -1, 0>;

/// A column that may hold nulls; the row function sees `Maybe<Value>`.
template <class Type>
struct Nullable : Primitive<Type::id, typename Type::Storage, Maybe<typename Type::Value>> {};

/// Elements of a list that are fields of nullable structs. They are null exactly where their struct is. The struct has its own validity, so
/// the row function never tests theirs.
template <class Type>
struct Required : Primitive<Type::id, typename Type::Storage, typename Type::Value> {};

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

/// True if a value comes from the row's number and the arguments of the call, not from the buffers of a tile.
template <class Type>
inline constexpr bool is_scalar = is_window<Type>;
template <class Type>
inline constexpr bool is_scalar<Scalar<Type>> = true;
template <>
inline constexpr bool is_scalar<RowNumber> = true;

namespace detail {

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

/// The column type without Nullable or Required.
template <class Type>
using UnderlyingType = typename detail::Underlying<Type>::Result;

/// True if a column has offsets and bytes. The bytes of Utf8 columns must be valid UTF-8.
template <class Type>
inline constexpr bool is_text = arrow::has_offsets(Type::id);
template <class Type>
inline constexpr bool is_utf8 = Type::id == arrow::TypeId::utf8;
/// True if the rows of a column are lines.
template <class Type>
inline constexpr bool is_line = false;
template <>
inline constexpr bool is_line<Line> = true;
template <char... bytes>
inline constexpr bool is_line<SeparatedBy<bytes...>> = true;
template <class Type>
inline constexpr bool is_boolean = Type::id == arrow::TypeId::boolean;
/// True if the row function sees a column's units as time values.
template <class Type>
inline constexpr bool is_time_value = requires { UnderlyingType<Type>::milliseconds; };

}  // namespace rowfuse
