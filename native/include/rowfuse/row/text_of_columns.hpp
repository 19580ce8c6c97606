#pragma once

#include <rowfuse/base/arena_slot.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse {

/// True if the text that a row puts lies in columns, literals and params, and so outlives its evaluation. Computed text, such as that of a
/// number or a digest, may lie in a buffer of the row function.
template <class Transform>
constexpr bool puts_text_of_columns() {
  if constexpr (requires { Transform::segments; }) {
    return Transform::segments.count > 0 && !uses_arena<Transform>;
  } else {
    return false;
  }
}

}  // namespace rowfuse
