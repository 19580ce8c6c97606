#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <rowfuse/macros.hpp>

namespace rowfuse {

namespace detail {

template <class Body, std::size_t... I>
RF_HD constexpr void for_each_index(Body&& body, std::index_sequence<I...>) {
  (body(std::integral_constant<std::size_t, I>{}), ...);
}

}  // namespace detail

/// Calls `body(std::integral_constant<std::size_t, I>)` for every column of a schema, unrolled by the compiler.
template <class Columns, class Body>
RF_HD constexpr void for_each_column(Body&& body) {
  detail::for_each_index(static_cast<Body&&>(body), std::make_index_sequence<Columns::size>{});
}

}  // namespace rowfuse
