#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

namespace detail {

template <std::size_t I, class Type>
struct Cell {
  typename Type::Value value;
};

template <class Indices, class... Types>
struct Cells;
template <std::size_t... I, class... Types>
struct Cells<std::index_sequence<I...>, Types...> : Cell<I, Types>... {};

}  // namespace detail

/// One decoded row. It is no std::tuple because that has no device accessors. Values that the row function does not use on some path vanish
/// in the optimizer.
template <class Columns>
struct RowValues;
template <class... Types>
struct RowValues<Schema<Types...>> : detail::Cells<std::make_index_sequence<sizeof...(Types)>, Types...> {};

namespace detail {

// The type is looked up, not deduced. For a deduction GCC tries all cells, which took 2.6 GB for 300 columns.
template <std::size_t I, class Columns>
RF_HD constexpr auto& cell(RowValues<Columns>& row) {
  return static_cast<Cell<I, ColumnType<I, Columns>>&>(row).value;
}
template <std::size_t I, class Columns>
RF_HD constexpr auto const& cell(RowValues<Columns> const& row) {
  return static_cast<Cell<I, ColumnType<I, Columns>> const&>(row).value;
}

}  // namespace detail

/// Returns the value of input column I: View, double, int32_t or bool, or a `Maybe` of it for a nullable column.
template <std::size_t I, class Row>
RF_HD constexpr decltype(auto) column(Row const& row) {
#if !defined(__CUDACC__)
  // Member by member: GCC keeps a copy of a whole view as two words, and then does not know its flags in the copy of a row function for
  // ASCII text. A search by two loops took 350 ns instead of 190.
  if constexpr (std::same_as<std::remove_cvref_t<decltype(detail::cell<I>(row))>, View>) {
    View const& text = detail::cell<I>(row);
    return View{text.data, text.size, text.flags};
  } else {
    return detail::cell<I>(row);
  }
#else
  return detail::cell<I>(row);
#endif
}

}  // namespace rowfuse
