/// Access to whole windows in generated code, by the name of a reduction. A row either comes from an engine that has reduced the windows of
/// all rows together, or is any other row, whose window is combined from nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/rolling/samples.hpp>
#include <rowfuse/rolling/window_levels.hpp>
#include <rowfuse/rolling/window_of.hpp>
#include <rowfuse/rolling/window_rows.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace rolling {

/// A row of a transform with windows whose reductions an engine has computed.
template <class Transform, class Engine>
struct StreamedRow : RowValues<typename Transform::Input> {
  WindowRow<Engine> const& computed;

  RF_HD explicit StreamedRow(WindowRow<Engine> const& row) : computed{row} {}
};

/// A transform in the form that engines take: its columns are those of single rows, and the row of its call operator has windows as well.
template <class Transform>
struct Streamed {
  using Input = Elements<typename Transform::Input>;
  using Output = typename Transform::Output;
  using Reductions = typename detail::ReductionsOf<Transform>::Type;
  using Folds = FoldsOf<Transform>;
  static constexpr Window window = Transform::window;
  /// The number of rows in windows that neither end of the input cuts. It is known at compile time, so that the row function's tests of it
  /// are decided there.
  static constexpr std::int64_t rows_of_whole_windows = window.rows();
  static constexpr bool is_large = requires { requires Transform::is_large; };

  template <class Out>
  RF_HD RF_INLINE void operator()(WindowRow<Streamed> const& computed, Out& out) const {
    StreamedRow<Transform, Streamed> row{computed};
    read_scalars<typename Transform::Input>(computed.inputs, computed.row, row);
    Transform{}(row, out);
  }
};

namespace detail {

template <class Reduction, std::size_t I>
RF_HD constexpr auto result_of(Total<I, Reduction> const& total) {
  return Reduction::Monoid::result(total.value);
}

template <class Fold, std::size_t I>
RF_HD constexpr auto state_of(Folded<I, Fold> const& folded) {
  return folded.state;
}

}  // namespace detail

}  // namespace rolling

/// Returns a reduction of the row's window.
template <class Reduction, class Transform, class Engine>
RF_HD RF_INLINE auto reduced(rolling::StreamedRow<Transform, Engine> const& row) {
  return rolling::detail::result_of<Reduction>(row.computed);
}
template <class Reduction, class Transform, class Columns>
RF_HD auto reduced(RowValues<Columns> const& row) {
  return Reduction::Monoid::result(rolling::WindowLevels<Transform>::template total<Reduction>(row));
}

/// Returns the final state of a loop over the row's window.
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

/// The number of rows in the window.
template <class Transform, class Engine>
RF_HD RF_INLINE std::int32_t rows_in_window(rolling::StreamedRow<Transform, Engine> const& row) {
  return row.computed.rows_in_window;
}
template <class Transform, class Columns>
RF_HD RF_INLINE std::int32_t rows_in_window(RowValues<Columns> const& row) {
  rolling::WindowRows const rows = rolling::window_rows<Transform>(row);
  return static_cast<std::int32_t>(rows.end - rows.begin);
}

/// The number of rows in the window in which no column is null.
template <class Transform, class Engine>
RF_HD RF_INLINE std::int32_t complete_rows(rolling::StreamedRow<Transform, Engine> const& row) {
  return complete_rows(row.computed);
}
template <class Transform, class Columns>
RF_HD std::int32_t complete_rows(RowValues<Columns> const& row) {
  if constexpr (rolling::detail::has_nullable_element<rolling::Elements<Columns>>) {
    return reduced<rolling::detail::Complete<rolling::Elements<Columns>>, Transform>(row);
  } else {
    return rows_in_window<Transform>(row);
  }
}

/// True if an engine computes the reductions of a transform for all rows together: its results have a fixed width, and no row needs memory
/// of its own.
template <class Transform>
inline constexpr bool streams_windows = [] {
  if constexpr (requires { Transform::window; }) {
    return text_columns<typename Transform::Output> == 0 && !uses_arena<Transform>;
  } else {
    return false;
  }
}();

/// True if the rows of a call are all rows of the columns under windows.
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
