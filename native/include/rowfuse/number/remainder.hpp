/// `a % b` of numbers.
#pragma once

#include <cmath>

#include <rowfuse/macros.hpp>

namespace rowfuse {

/// ECMA-262 6.1.6.1.6 Number::remainder: the sign of the dividend, exact. C's fmod is the same function, in every library.
RF_HD inline double remainder(double dividend, double divisor) { return ::fmod(dividend, divisor); }

}  // namespace rowfuse
