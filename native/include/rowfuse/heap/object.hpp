/// Objects of the row's memory. A reference to one is a pointer: two names of one object see each other's changes.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include <rowfuse/array/array.hpp>

namespace rowfuse {

/// Returns a new object, or null if the row has to end. Nothing destroys it: the row's memory ends with the row.
template <class T>
RF_HD RF_INLINE T* new_object(Arena& arena) {
  static_assert(std::is_trivially_destructible_v<T>);
  T* const memory = detail::take_elements<T>(arena, 1);
  return memory == nullptr ? nullptr : new (memory) T{};
}

/// Every object is truthy.
template <class T>
  requires std::is_class_v<T>
RF_HD constexpr bool truthy(T* const&) {
  return true;
}

}  // namespace rowfuse
