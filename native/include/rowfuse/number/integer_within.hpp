/// Arguments for which JavaScript throws a RangeError.
#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse::detail {

/// ToIntegerOrInfinity of an argument that must lie in [least, most]. Any other argument fails the row.
template <class Out>
RF_HD RF_INLINE int32_t integer_within(Out& out, int32_t value, int32_t least, int32_t most) {
  if (value >= least && value <= most) return value;
  out.fault.raise(Fault::thrown, -1);
  return least;
}
template <class Out>
RF_HD int32_t integer_within(Out& out, double value, int32_t least, int32_t most) {
  if (value != value) return integer_within(out, int32_t{0}, least, most);
  // The part that is cut off may be anything below 1 on either side.
  bool const is_near = value > least - 1 && value < most + 1;
  return integer_within(out, is_near ? static_cast<int32_t>(value) : least - 1, least, most);
}
template <class Out>
RF_HD int32_t integer_within(Out& out, Position value, int32_t least, int32_t most) {
  return integer_within(out, to_double(value), least, most);
}

}  // namespace rowfuse::detail
