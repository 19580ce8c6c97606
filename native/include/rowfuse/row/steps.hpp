#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// Counts the steps of those loops of a row that are not proved to end soon, because a kernel cannot be interrupted. The reference counts
/// the same loops, to the same limit.
class Steps {
 public:
  static constexpr std::int32_t most = 1 << 24;

  /// Returns false if the row has to end: after a fault (the limit is one too), or if its strings have outgrown their memory.
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

 private:
  std::int32_t taken_ = 0;
};

}  // namespace rowfuse
