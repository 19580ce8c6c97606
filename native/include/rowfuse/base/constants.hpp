/// The numbers that have no literal.
#pragma once

#include <limits>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

namespace detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace detail

// Functions, because device code can read these constants but cannot bind a reference to one.
RF_HD constexpr double infinity() { return detail::infinity; }
RF_HD constexpr double nan() { return detail::nan; }

}  // namespace rowfuse
