/// The end of a string as a place in it.
#pragma once

#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/unit/length.hpp>
#include <rowfuse/string/unit/position.hpp>

namespace rowfuse {

/// `s.length` as a position, whose units are counted only when needed.
RF_HD RF_INLINE Position end_position(View view) {
  if (view.is_ascii() || (view.flags & (View::low_head | View::high_tail)) != 0) return Position{view.length()};
  return {view.data, view.size};
}

}  // namespace rowfuse
