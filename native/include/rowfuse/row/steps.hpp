#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// Counts the steps of the loops of a row, because a kernel cannot be interrupted. Loops that are proved to end soon are not counted. The
/// reference counts the same loops, to the same limit.
class Steps {
 public:
  static constexpr std::int32_t most = 1 << 24;

  /// Returns false if the row has to end: after a fault, at the limit (a fault too), or if its strings have outgrown their memory.
  template <class Out>
  RF_HD RF_INLINE bool next(Out& out) {
    if constexpr (requires { out.arena; }) {
      if (out.arena.outgrown) return false;
    }
    if (out.fault) return false;
    if (++taken_ <= most) return true;
    out.fault.raise(Fault::too_many_steps, -1);
    return false;
  }

  /// Counts the steps of a loop before the first of them. Returns false if the row has to end, as `next` does.
  template <class Out>
  RF_HD RF_INLINE bool take(Out& out, std::int64_t steps) {
    if (out.fault) return false;
    if (taken_ + steps <= most) {
      taken_ += static_cast<std::int32_t>(steps);
      return true;
    }
    out.fault.raise(Fault::too_many_steps, -1);
    return false;
  }

 private:
  std::int32_t taken_ = 0;
};

/// Returns the number of steps of `for (i = first; i < bound; i += step)`.
RF_HD RF_INLINE constexpr std::int64_t steps_below(std::int64_t first, std::int64_t bound, std::int64_t step = 1) {
  return first < bound ? (bound - first + step - 1) / step : 0;
}

/// Returns the number of steps of `for (i = first; i <= last; i += step)`.
RF_HD RF_INLINE constexpr std::int64_t steps_up_to(std::int64_t first, std::int64_t last, std::int64_t step = 1) {
  return steps_below(first, last + 1, step);
}

}  // namespace rowfuse
