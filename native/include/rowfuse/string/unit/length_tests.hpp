/// Comparisons of `s.length` with a number, which count units only if the bytes leave the result open.
#pragma once

#include <cstdint>

#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/unit/length.hpp>

namespace rowfuse {

namespace detail {

/// True if a view must have more than `units` units. A unit has at most three bytes, and half a character at an end one more.
RF_HD RF_INLINE bool has_bytes_of_more(View const& view, int32_t units) { return int64_t{view.size} - 2 > 3 * int64_t{units}; }

/// True if a view must have fewer than `units` units: each has at least one byte.
RF_HD RF_INLINE bool lacks_bytes(View const& view, int32_t units) { return view.size < units; }

}  // namespace detail

/// `s.length >= units`
RF_HD RF_INLINE bool is_at_least(View const& view, int32_t units) {
  if (view.is_ascii()) return view.size >= units;
  if (detail::lacks_bytes(view, units)) return false;
  return units <= 1 || detail::has_bytes_of_more(view, units - 1) || view.length() >= units;
}

/// `s.length > units`
RF_HD RF_INLINE bool is_longer(View const& view, int32_t units) {
  if (view.is_ascii()) return view.size > units;
  if (units < 0) return true;
  return view.size > units && (units == 0 || detail::has_bytes_of_more(view, units) || view.length() > units);
}

/// `s.length === units`
RF_HD RF_INLINE bool has_length(View const& view, int32_t units) {
  if (view.is_ascii()) return view.size == units;
  return !detail::lacks_bytes(view, units) && !detail::has_bytes_of_more(view, units) && view.length() == units;
}

}  // namespace rowfuse
