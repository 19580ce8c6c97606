/// What generated code asks of whole windows, by the name of a reduction, wherever its row comes from: of an engine that has computed it
/// for all rows together, or of any other row, whose window is gone through.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/array/window.hpp>
#include <rowfuse/arrow/column.hpp>
#include <rowfuse/macros.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/rolling/samples.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/maybe.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace rolling {

namespace detail {

/// What one row of a windowed column is. Of text engines know nothing.
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

/// The columns of a rolling transform, row by row.
template <class Columns>
using Elements = typename detail::Elements<Columns>::Result;

/// A row of a transform, with its windows, whose reductions an engine has computed.
template <class Transform, class Engine>
struct StreamedRow : RowValues<typename Transform::Input> {
  WindowRow<Engine> const& computed;

  RF_HD explicit StreamedRow(WindowRow<Engine> const& row) : computed{row} {}
};

/// A transform as engines take it: its columns are those of rows, and its call operator's row has windows besides.
template <class Transform>
struct Streamed {
  using Input = Elements<typename Transform::Input>;
  using Output = typename Transform::Output;
  using Reductions = typename Transform::Reductions;
  using Folds = typename Transform::Folds;
  static constexpr Window window = Transform::window;

  template <class Out>
  RF_HD RF_INLINE void operator()(WindowRow<Streamed> const& computed, Out& out) const {
    StreamedRow<Transform, Streamed> row{computed};
    read_scalars<typename Transform::Input>(computed.inputs, computed.row, row);
    Transform{}(row, out);
  }
};

/// The element of a row of the column, with the params of the row that asks.
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

template <class Reduction, std::size_t I>
RF_HD constexpr auto result_of(Total<I, Reduction> const& total) {
  return Reduction::Monoid::result(total.value);
}

template <class Fold, std::size_t I>
RF_HD constexpr auto state_of(Folded<I, Fold> const& folded) {
  return folded.state;
}

/// One of a row's windows, which all have the same rows.
template <class Columns, std::size_t I = 0>
RF_HD RF_INLINE auto const& any_window(RowValues<Columns> const& row) {
  if constexpr (is_window<ColumnType<I, Columns>>) {
    return rowfuse::detail::cell<I>(row);
  } else {
    return any_window<Columns, I + 1>(row);
  }
}

/// The values of a reduction, by their places in the partition.
template <class Reduction, class Columns>
struct WindowElements {
  RowValues<Columns> const& row;
  std::int64_t anchor;

  RF_HD auto operator()(std::int64_t place) const {
    return Reduction::Monoid::value(element_of<Reduction>(window_element(row, anchor + place)));
  }
};

}  // namespace detail

}  // namespace rolling

/// A reduction of the row's window.
template <class Reduction, class Transform, class Engine>
RF_HD RF_INLINE auto reduced(rolling::StreamedRow<Transform, Engine> const& row) {
  return rolling::detail::result_of<Reduction>(row.computed);
}
template <class Reduction, class Columns>
RF_HD auto reduced(RowValues<Columns> const& row) {
  auto const& window = rolling::detail::any_window(row);
  rolling::detail::WindowElements<Reduction, Columns> const elements{row, window.anchor};
  std::int64_t const begin = window.from - window.anchor;
  return Reduction::Monoid::result(rolling::range<typename Reduction::Monoid>(begin, begin + window.count, elements));
}

/// What a loop over the row's window has left.
template <class Fold, class Transform, class Engine>
RF_HD RF_INLINE auto folded(rolling::StreamedRow<Transform, Engine> const& row) {
  return rolling::detail::state_of<Fold>(row.computed);
}
template <class Fold, class Columns>
RF_HD typename Fold::State folded(RowValues<Columns> const& row) {
  auto const& window = rolling::detail::any_window(row);
  auto state = Fold::begin(row);
  for (std::int64_t at = window.from; at < window.from + window.count; ++at) {
    Fold::step(row, rolling::window_element(row, at), state);
  }
  return state;
}

/// The rows of the window.
template <class Transform, class Engine>
RF_HD RF_INLINE std::int32_t rows_in_window(rolling::StreamedRow<Transform, Engine> const& row) {
  return row.computed.rows_in_window;
}
template <class Columns>
RF_HD RF_INLINE std::int32_t rows_in_window(RowValues<Columns> const& row) {
  return rolling::detail::any_window(row).count;
}

/// Those of them in which no column is null.
template <class Transform, class Engine>
RF_HD RF_INLINE std::int32_t complete_rows(rolling::StreamedRow<Transform, Engine> const& row) {
  return complete_rows(row.computed);
}
template <class Columns>
RF_HD std::int32_t complete_rows(RowValues<Columns> const& row) {
  if constexpr (rolling::detail::has_nullable_element<rolling::Elements<Columns>>) {
    return reduced<rolling::detail::Complete<rolling::Elements<Columns>>>(row);
  } else {
    return rows_in_window(row);
  }
}

/// Whether a transform has reductions that an engine computes for all rows together: its results have a fixed width, and no row
/// needs memory of its own.
template <class Transform>
inline constexpr bool streams_windows = [] {
  if constexpr (requires { Transform::window; }) {
    return text_columns<typename Transform::Output> == 0 && !uses_arena<Transform>;
  } else {
    return false;
  }
}();

/// A column that windows are of, among those of a call: all of them have the same rows.
template <class Transform, std::size_t I = 0>
arrow::InputColumn const& windowed_column(arrow::InputColumn const* inputs) {
  if constexpr (is_window<ColumnType<I, typename Transform::Input>>) {
    return inputs[I];
  } else {
    return windowed_column<Transform, I + 1>(inputs);
  }
}

/// Whether the rows of a call are all rows of the columns that windows are of.
template <class Transform>
bool is_whole(arrow::InputColumn const* inputs, std::int64_t length) {
  bool whole = true;
  for_each_column<typename Transform::Input>([&](auto index) {
    if constexpr (is_window<ColumnType<index, typename Transform::Input>>) {
      whole = whole && inputs[index].first_row == 0 && inputs[index].rows == length;
    }
  });
  return whole;
}

}  // namespace rowfuse
