/// The description of a rolling transform in generated code, and the row that its row function sees.
///
///   struct Transform {
///     using Input = rf::Schema<rf::Nullable<rf::Float64>, rf::Scalar<rf::Float64>>;   // element columns and params
///     using Output = rf::Schema<rf::Nullable<rf::Float64>>;
///     static constexpr rf::Window window{.preceding = 2999, .min_periods = 3000};
///     struct Total {
///       using Monoid = rf::rolling::Sum;
///       template <class Row> RF_HD static auto of(Row const& row) { return rf::column<0>(row); }   // null: the identity
///     };
///     using Reductions = rf::Reductions<Total>;
///     template <class Row, class Out> RF_HD void operator()(Row const& row, Out& out) const {
///       rf::put<0>(out, rf::reduced<0>(row) / rf::complete_rows(row));
///     }
///   };
///
/// `of` takes any row of the input as an element of windows: all its columns, and the params. The call operator takes a row and its window:
/// `reduced<I>`, `folded<I>`, `rows_in_window`, `complete_rows`, the params and the row's number. It also has the row's own columns if the
/// transform declares `static constexpr bool reads_own_row = true`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/rolling/window.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/put.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

/// The reductions of a window that a row function reads, in order.
template <class... Each>
struct Reductions {
  static constexpr std::size_t size = sizeof...(Each);
};

/// The loops over the window that are not reductions. `State begin(row)` is called before the first element, then `step(row, element,
/// state)` for each, in the order of the rows.
/// `row` has the params and the row's number (and its columns, as above). `element` has the columns of the element and its `position` in
/// the window.
template <class... Each>
struct Folds {
  static constexpr std::size_t size = sizeof...(Each);
};

namespace rolling {

namespace detail {

template <std::size_t I, class List>
struct At;
template <std::size_t I, template <class...> class List, class First, class... Rest>
struct At<I, List<First, Rest...>> : At<I - 1, List<Rest...>> {};
template <template <class...> class List, class First, class... Rest>
struct At<0, List<First, Rest...>> {
  using Type = First;
};

template <class Type>
inline constexpr bool is_nullable_element = is_nullable<Type> && Type::id != arrow::TypeId::none;
template <class Columns>
inline constexpr bool has_nullable_element = false;
template <class... Types>
inline constexpr bool has_nullable_element<Schema<Types...>> = (is_nullable_element<Types> || ... || false);

/// True if no element column of a row is null.
template <class Columns>
struct Complete {
  using Monoid = Count;
  template <class Row>
  RF_HD static bool of(Row const& row) {
    bool complete = true;
    for_each_column<Columns>([&](auto index) {
      if constexpr (is_nullable_element<ColumnType<index, Columns>>) complete = complete && column<index>(row).present();
    });
    return complete;
  }
};

template <class Columns, class List, bool counts = has_nullable_element<Columns>>
struct WithCount;
template <class Columns, class... Each>
struct WithCount<Columns, Reductions<Each...>, false> {
  using Type = Reductions<Each...>;
};
template <class Columns, class... Each>
struct WithCount<Columns, Reductions<Each...>, true> {
  using Type = Reductions<Each..., Complete<Columns>>;
};

template <class Transform>
struct ReductionsOf {
  using Type = Reductions<>;
};
template <class Transform>
  requires requires { typename Transform::Reductions; }
struct ReductionsOf<Transform> {
  using Type = typename Transform::Reductions;
};

template <class Transform>
struct FoldsOf {
  using Type = Folds<>;
};
template <class Transform>
  requires requires { typename Transform::Folds; }
struct FoldsOf<Transform> {
  using Type = typename Transform::Folds;
};

template <class Transform>
constexpr bool reads_own_row() {
  if constexpr (requires { Transform::reads_own_row; }) {
    return Transform::reads_own_row;
  } else {
    return false;
  }
}

}  // namespace detail

/// The reductions that an engine computes for each row: those of the transform, followed by the count of complete rows if an element column
/// is nullable.
template <class Transform>
using ReductionsOf = typename detail::WithCount<typename Transform::Input, typename detail::ReductionsOf<Transform>::Type>::Type;
template <class Transform>
using FoldsOf = typename detail::FoldsOf<Transform>::Type;
template <class Transform>
inline constexpr bool counts_complete_rows = detail::has_nullable_element<typename Transform::Input>;
template <class Transform>
inline constexpr bool reads_own_row = detail::reads_own_row<Transform>();

template <std::size_t I, class List>
using ReductionAt = typename detail::At<I, List>::Type;

/// Returns the stored form of an element for a reduction.
template <class Reduction, class Row>
RF_HD RF_INLINE typename Reduction::Monoid::Element element_of(Row const& row) {
  using Monoid = typename Reduction::Monoid;
  auto const x = Reduction::of(row);
  if constexpr (is_maybe<std::remove_const_t<decltype(x)>>) {
    return x.present() ? Monoid::element(*x) : Monoid::absent();
  } else {
    return Monoid::element(x);
  }
}

/// Reads a row as an element of windows: its columns, the params, and its row number.
template <class Columns>
RF_HD RF_INLINE RowValues<Columns> element_row(arrow::InputColumn const* inputs, std::int64_t row) {
  RowValues<Columns> values;
  for_each_column<Columns>([&](auto index) {
    using Type = ColumnType<index, Columns>;
    if constexpr (Type::id != arrow::TypeId::none) {
      arrow::InputColumn const& column = inputs[index];
      bool const valid = !is_nullable<Type> || column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row);
      rowfuse::detail::cell<index>(values) = decode_fixed<Type>(column, row, valid);
    } else if constexpr (is_scalar<Type>) {
      rowfuse::detail::cell<index>(values) = decode_scalar<Type>(inputs[index], row);
    }
  });
  return values;
}

/// Reads only the params and the row's number.
template <class Columns>
RF_HD RF_INLINE void read_scalars(arrow::InputColumn const* inputs, std::int64_t row, RowValues<Columns>& values) {
  for_each_column<Columns>([&](auto index) {
    using Type = ColumnType<index, Columns>;
    if constexpr (is_scalar<Type>) rowfuse::detail::cell<index>(values) = decode_scalar<Type>(inputs[index], row);
  });
}

/// An element of a fold.
template <class Columns>
struct FoldElement : RowValues<Columns> {
  std::int32_t position = 0;
};

namespace detail {

template <std::size_t I, class Reduction>
struct Total {
  typename Reduction::Monoid::Value value;
};
template <class Indices, class List>
struct Totals;
template <std::size_t... I, class... Each>
struct Totals<std::index_sequence<I...>, Reductions<Each...>> : Total<I, Each>... {};

template <std::size_t I, class Fold>
struct Folded {
  typename Fold::State state;
};
template <class Indices, class List>
struct States;
template <std::size_t... I, class... Each>
struct States<std::index_sequence<I...>, Folds<Each...>> : Folded<I, Each>... {};

template <std::size_t I, class Reduction>
RF_HD constexpr auto& total(Total<I, Reduction>& cell) {
  return cell.value;
}
template <std::size_t I, class Reduction>
RF_HD constexpr auto reduced(Total<I, Reduction> const& cell) {
  return Reduction::Monoid::result(cell.value);
}
template <std::size_t I, class Fold>
RF_HD constexpr auto& state(Folded<I, Fold>& cell) {
  return cell.state;
}
template <std::size_t I, class Fold>
RF_HD constexpr auto const& state(Folded<I, Fold> const& cell) {
  return cell.state;
}

}  // namespace detail

/// A row before its window is evaluated: the first argument of a fold.
template <class Transform>
struct FoldRow : RowValues<typename Transform::Input> {
  std::int32_t rows_in_window = 0;
  arrow::InputColumn const* inputs = nullptr;  ///< of the call
  std::int64_t row = 0;  ///< its number in the call
};

/// A row with its window, as the call operator sees it.
template <class Transform>
struct WindowRow : FoldRow<Transform>,
                   detail::Totals<std::make_index_sequence<ReductionsOf<Transform>::size>, ReductionsOf<Transform>>,
                   detail::States<std::make_index_sequence<FoldsOf<Transform>::size>, FoldsOf<Transform>> {};

/// Sets everything except totals and states.
template <class Transform>
RF_HD RF_INLINE void begin_row(FoldRow<Transform>& fold_row, arrow::InputColumn const* inputs, Window const& window, std::int64_t row,
                               std::int64_t length) {
  using Input = typename Transform::Input;
  RowValues<Input>& values = fold_row;
  if constexpr (reads_own_row<Transform>) {
    values = element_row<Input>(inputs, row);
  } else {
    read_scalars<Input>(inputs, row, values);
  }
  fold_row.inputs = inputs;
  fold_row.row = row;
  fold_row.rows_in_window = static_cast<std::int32_t>(window.end(row, length) - window.begin(row));
}

}  // namespace rolling

/// Returns reduction I of the row's window.
template <std::size_t I, class Row>
RF_HD constexpr auto reduced(Row const& row) {
  return rolling::detail::reduced<I>(row);
}

/// Returns the final state of fold I.
template <std::size_t I, class Row>
RF_HD constexpr auto const& folded(Row const& row) {
  return rolling::detail::state<I>(row);
}

/// The number of rows in the window: fewer at both ends of the input.
template <class Transform>
RF_HD constexpr std::int32_t rows_in_window(rolling::FoldRow<Transform> const& row) {
  return row.rows_in_window;
}

/// The number of rows in the window in which no element column is null.
template <class Transform>
RF_HD constexpr std::int32_t complete_rows(rolling::WindowRow<Transform> const& row) {
  if constexpr (rolling::counts_complete_rows<Transform>) {
    return rolling::detail::reduced<rolling::ReductionsOf<Transform>::size - 1>(row);
  } else {
    return row.rows_in_window;
  }
}

namespace rolling {

/// Calls the row function, or puts null into every column if the window has fewer complete rows than required.
template <class Transform, class Out>
RF_HD RF_INLINE void evaluate(WindowRow<Transform> const& row, std::int64_t min_periods, Out& out) {
  if (complete_rows(row) >= min_periods) return Transform{}(row, out);
  for_each_column<typename Transform::Output>([&](auto index) { rowfuse::detail::put_absent<index>(out); });
}

}  // namespace rolling

}  // namespace rowfuse
