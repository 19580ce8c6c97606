#pragma once

#include <type_traits>
#include <utility>

#include <rowfuse/base/maybe.hpp>
#include <rowfuse/rolling/monoids.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::rolling {

/// The monoid for the elements of rows: the one without nulls if the reduction's type excludes them.
template <class Reduction, class Columns>
using ElementMonoid = std::conditional_t<is_maybe<std::remove_cvref_t<decltype(Reduction::of(std::declval<RowValues<Columns> const&>()))>>,
                                         typename Reduction::Monoid, PresentOf<typename Reduction::Monoid>>;

}  // namespace rowfuse::rolling
