/// The windows of a row: which rows they contain, and the elements of those rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/rolling/window_of.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

/// The columns that hold the begin and the end of a row's window and the first row of its partition. A transform with such columns declares
/// `using Bounds = rf::WindowBounds<3, 4, 5>`.
template <std::size_t begin_column, std::size_t end_column, std::size_t anchor_column>
struct WindowBounds {
  static constexpr std::size_t begin = begin_column;
  static constexpr std::size_t end = end_column;
  static constexpr std::size_t anchor = anchor_column;
};

namespace rolling {

namespace detail {

/// The column type of one row of a windowed column. Engines do not read text.
template <class Type>
struct ElementOf {
  using Result = Type;
};
template <class Of, std::int64_t preceding, std::int64_t following>
struct ElementOf<Windowed<Of, preceding, following>> {
  using Result = std::conditional_t<is_text<Of>, Unread, Of>;
};

template <class Columns>
struct Elements;
template <class... Types>
struct Elements<Schema<Types...>> {
  using Result = Schema<typename ElementOf<Types>::Result...>;
};

}  // namespace detail

/// The columns of a rolling transform for single rows.
template <class Columns>
using Elements = typename detail::Elements<Columns>::Result;

/// Returns the element at a row of the column, with the params of the current row.
template <class Columns>
RF_HD RF_INLINE RowValues<Elements<Columns>> window_element(RowValues<Columns> const& row, std::int64_t position) {
  RowValues<Elements<Columns>> element;
  for_each_column<Columns>([&](auto index) {
    using Type = ColumnType<index, Columns>;
    auto const& from = rowfuse::detail::cell<index>(row);
    auto& to = rowfuse::detail::cell<index>(element);
    if constexpr (is_window<Type>) {
      if constexpr (!is_text<typename Type::Of>) {
        if (from.present(position)) to = from.stored(position);
        else if constexpr (is_nullable<typename Type::Of>) to = null;
      }
    } else {
      to = from;
    }
  });
  return element;
}

namespace detail {

/// Returns one of a row's windows, which all have the same rows.
template <class Columns, std::size_t I = 0>
RF_HD RF_INLINE auto const& any_window(RowValues<Columns> const& row) {
  if constexpr (is_window<ColumnType<I, Columns>>) {
    return rowfuse::detail::cell<I>(row);
  } else {
    return any_window<Columns, I + 1>(row);
  }
}

}  // namespace detail

/// The rows [begin, end) of a window, in the partition that begins with row `anchor`.
struct WindowRows {
  std::int64_t begin;
  std::int64_t end;
  std::int64_t anchor;
};

template <class Transform>
inline constexpr bool is_bounded_by_columns = requires { typename Transform::Bounds; };

template <class Transform, class Columns>
RF_HD RF_INLINE WindowRows window_rows(RowValues<Columns> const& row) {
  if constexpr (is_bounded_by_columns<Transform>) {
    using Bounds = typename Transform::Bounds;
    return {column<Bounds::begin>(row), column<Bounds::end>(row), column<Bounds::anchor>(row)};
  } else {
    auto const& window = detail::any_window(row);
    return {window.from, window.from + window.count, window.anchor};
  }
}

}  // namespace rolling

/// Returns one of the call's columns under windows, which all have the same rows.
template <class Transform, std::size_t I = 0>
arrow::InputColumn const& windowed_column(arrow::InputColumn const* inputs) {
  if constexpr (is_window<ColumnType<I, typename Transform::Input>>) {
    return inputs[I];
  } else {
    return windowed_column<Transform, I + 1>(inputs);
  }
}

}  // namespace rowfuse
