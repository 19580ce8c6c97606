/// The limit on the length of strings.
#pragma once

#include <cstdint>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>

namespace rowfuse {

/// V8's longest string, in units: 2^29 - 24. A longer one is a RangeError there, and a fault here.
inline constexpr int64_t longest_string = (int64_t{1} << 29) - 24;

namespace detail {

/// Returns false, with a fault, if a string of that many units is too long.
template <class Out>
RF_HD RF_INLINE bool is_possible_length(Out& out, int64_t units) {
  if (units <= longest_string) return true;
  out.fault.raise(Fault::string_too_long, -1);
  return false;
}

}  // namespace detail

}  // namespace rowfuse
