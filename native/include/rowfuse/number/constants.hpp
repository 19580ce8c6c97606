/// The numbers that have no literal.
#pragma once

#include <limits>

namespace rowfuse {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace rowfuse
