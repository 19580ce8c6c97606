/// Numbers without a literal: infinity and NaN.
#pragma once

#include <limits>

#include <rowfuse/base/macros.hpp>

namespace rowfuse {

namespace detail {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace detail

// These are functions because device code can read the constants but cannot bind a reference to one.
RF_HD constexpr double infinity() { return detail::infinity; }
RF_HD constexpr double nan() { return detail::nan; }

}  // namespace rowfuse
