/// Doubles that the compiler knows to be integers.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::detail {

/// True if the compiler proves, where this is inlined, that a double equals an `int32_t` or a `uint32_t`: an element of a list of integers, for
/// example, which arrays hold as a number. A constant may be -0. A branch on it costs nothing. False on the device and without optimization.
RF_HD RF_INLINE bool is_known_integer([[maybe_unused]] double value) {
#if (defined(__GNUC__) || defined(__clang__)) && !defined(RF_DEVICE_PASS)
  // Nothing is evaluated unless it is constant. With -fno-trapping-math GCC takes a conversion to an integer and back for `trunc`, whatever the
  // size of the integer. So the first test tells that the number is an integer. Only the second one tells its range.
  return __builtin_constant_p(static_cast<double>(static_cast<int64_t>(value)) == value) &&
         static_cast<double>(static_cast<int64_t>(value)) == value &&
         __builtin_constant_p(static_cast<int64_t>(value) >= -2147483648 && static_cast<int64_t>(value) <= 4294967295) &&
         static_cast<int64_t>(value) >= -2147483648 && static_cast<int64_t>(value) <= 4294967295;
#else
  return false;
#endif
}

}  // namespace rowfuse::detail
