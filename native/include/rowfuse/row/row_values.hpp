#pragma once

#include <cstddef>
#include <utility>

#include <rowfuse/macros.hpp>
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

template <std::size_t I, class Type>
RF_HD constexpr auto& cell(Cell<I, Type>& cell) {
  return cell.value;
}
template <std::size_t I, class Type>
RF_HD constexpr auto const& cell(Cell<I, Type> const& cell) {
  return cell.value;
}

}  // namespace detail

/// One decoded row. std::tuple has no device accessors, and values that the row function does not use on some path
/// vanish in the optimizer.
template <class Columns>
struct RowValues;
template <class... Types>
struct RowValues<Schema<Types...>> : detail::Cells<std::make_index_sequence<sizeof...(Types)>, Types...> {};

/// The value of input column I: View, double, int32_t or bool, or `Maybe` of it for a nullable column.
template <std::size_t I, class Row>
RF_HD constexpr auto const& column(Row const& row) {
  return detail::cell<I>(row);
}

}  // namespace rowfuse
