/// The numbers that have no literal.
#pragma once

#include <limits>

namespace rowfuse {

// Constants, because device code cannot call the library's functions.
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace rowfuse
