#pragma once

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cuda/groups/shape.cuh>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

// Which aggregations the device has kernels for. `explain` says the same (codegen/4-emit/device-groups.ts).

namespace detail {

/// An argument of the call that comes with the launch. Text would have to be on the device.
template <class Type>
inline constexpr bool is_passed_along = false;
template <class Of>
inline constexpr bool is_passed_along<Scalar<Of>> = !is_text<Of>;

/// Whether the kernel of lines has all that rows are made of: a line, and arguments of the call. The numbers of lines are known to none.
template <class Columns>
inline constexpr bool are_lines = false;
template <class... Rest>
inline constexpr bool are_lines<Schema<Line, Rest...>> = (is_passed_along<Rest> && ... && true);

/// Whether the kernel of columns has it: what is not cut out of a text.
template <class Columns>
inline constexpr bool are_columns = false;
template <class... Types>
inline constexpr bool are_columns<Schema<Types...>> = (!is_line<Types> && ... && true);

/// Whether all accumulators have a form on the device and fit there together, and no strings are built.
template <class Transform>
constexpr bool has_forms() {
  if constexpr (!FormsOf<typename Transform::Grouping::template Accumulators<typename Transform::Output>>::exist) {
    return false;
  } else {
    return GroupShape<Transform>::fits && !uses_arena<Transform>;
  }
}

}  // namespace detail

/// Whether lines are grouped on the device.
template <class Transform>
inline constexpr bool groups_lines_on_device = detail::has_forms<Transform>() && detail::are_lines<typename Transform::Input>;
/// Whether rows of columns are.
template <class Transform>
inline constexpr bool groups_columns_on_device = detail::has_forms<Transform>() && detail::are_columns<typename Transform::Input>;

}  // namespace rowfuse::cuda
