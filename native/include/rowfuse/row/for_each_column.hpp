#pragma once

#include <cstddef>
#include <utility>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// A column's number as a type. std::integral_constant does not serve, because its conversion is a host function.
template <std::size_t I>
struct ColumnIndex {
  static constexpr std::size_t value = I;
  RF_HD constexpr operator std::size_t() const { return I; }
};

namespace detail {

// The body is a host or a device function, like its caller.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Body, std::size_t... I>
RF_HD constexpr void for_each_index(Body&& body, std::index_sequence<I...>) {
  (body(ColumnIndex<I>{}), ...);
}

}  // namespace detail

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// Calls `body(ColumnIndex<I>)` for every I below `count`, unrolled by the compiler.
template <std::size_t count, class Body>
RF_HD constexpr void for_each_index(Body&& body) {
  detail::for_each_index(static_cast<Body&&>(body), std::make_index_sequence<count>{});
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// Calls `body(ColumnIndex<I>)` for every column of a schema, unrolled by the compiler.
template <class Columns, class Body>
RF_HD constexpr void for_each_column(Body&& body) {
  detail::for_each_index(static_cast<Body&&>(body), std::make_index_sequence<Columns::size>{});
}

}  // namespace rowfuse
