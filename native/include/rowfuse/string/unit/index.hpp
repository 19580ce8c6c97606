/// The arguments of string methods as unit counts: ToIntegerOrInfinity, clamped.
#pragma once

#include <cstdint>
#include <limits>

#include <rowfuse/string/unit/position.hpp>

namespace rowfuse::detail {

/// Past the end of every string; its negative is before the start of every string. Lengths do not exceed 2^31 - 1.
inline constexpr int32_t beyond = std::numeric_limits<int32_t>::max();

RF_HD RF_INLINE int32_t clamped_index(int64_t index) {
  // A single 64-bit comparison suffices for most indices, which equal their low half.
  auto const low = static_cast<int32_t>(index);
  if (low != index) return index < 0 ? -beyond : beyond;
  return low < -beyond ? -beyond : low;
}

/// ECMA-262 7.1.5 ToIntegerOrInfinity, clamped to [-beyond, beyond].
RF_HD RF_INLINE int32_t unit_index(int32_t index) { return index < -beyond ? -beyond : index; }
RF_HD RF_INLINE int32_t unit_index(double index) {
  if (!(index > -static_cast<double>(beyond))) return index != index ? 0 : -beyond;
  if (index >= static_cast<double>(beyond)) return beyond;
  return static_cast<int32_t>(index);
}
RF_HD RF_INLINE int32_t unit_index(Position index) { return clamped_index(index.number()); }

RF_HD RF_INLINE int32_t from_start(int32_t index) { return index < 0 ? 0 : index; }

/// The `from` of lastIndexOf: NaN means the end (ECMA-262 22.1.3.10, step 6).
RF_HD RF_INLINE int32_t unit_index_from_end(double index) { return index != index ? beyond : unit_index(index); }
RF_HD RF_INLINE int32_t unit_index_from_end(int32_t index) { return unit_index(index); }
RF_HD RF_INLINE int32_t unit_index_from_end(Position index) { return unit_index(index); }

}  // namespace rowfuse::detail
