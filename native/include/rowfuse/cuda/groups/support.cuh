#pragma once

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/cuda/groups/shape.cuh>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

// The aggregations for which the device has kernels. `explain` says the same (codegen/4-emit/device-groups.ts).

namespace detail {

/// True for an argument of the call that is passed with the launch. Text would have to be on the device.
template <class Type>
inline constexpr bool is_passed_along = false;
template <class Of>
inline constexpr bool is_passed_along<Scalar<Of>> = !is_text<Of>;

/// True if the kernel for lines provides all columns: a line, and arguments of the call. The numbers of lines are not known.
template <class Columns>
inline constexpr bool are_lines = false;
template <class... Rest>
inline constexpr bool are_lines<Schema<Line, Rest...>> = (is_passed_along<Rest> && ... && true);

/// True if the kernel for columns provides all columns: none of them is cut out of a text.
template <class Columns>
inline constexpr bool are_columns = false;
template <class... Types>
inline constexpr bool are_columns<Schema<Types...>> = (!is_line<Types> && ... && true);

/// True if all accumulators have a device form and fit together, and the transform builds no strings.
template <class Transform>
constexpr bool has_forms() {
  if constexpr (!FormsOf<typename Transform::Grouping::template Accumulators<typename Transform::Output>>::exist) {
    return false;
  } else {
    return GroupShape<Transform>::fits && !uses_arena<Transform>;
  }
}

}  // namespace detail

/// True if lines are grouped on the device.
template <class Transform>
inline constexpr bool groups_lines_on_device = detail::has_forms<Transform>() && detail::are_lines<typename Transform::Input>;
/// True if rows of columns are grouped on the device.
template <class Transform>
inline constexpr bool groups_columns_on_device = detail::has_forms<Transform>() && detail::are_columns<typename Transform::Input>;

}  // namespace rowfuse::cuda
