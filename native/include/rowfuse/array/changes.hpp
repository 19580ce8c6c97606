/// Methods that change an array: `push`, `a[i] = x`, `pop`, `shift`. Each returns an array that takes over the memory.
#pragma once

#include <cstdint>

#include <rowfuse/array/access.hpp>

namespace rowfuse {

namespace detail {

/// Makes room for more elements behind an array, if nothing else lies there.
template <class T>
RF_HD RF_INLINE bool lengthened(Arena& arena, Array<T>& array, int64_t capacity) {
  constexpr auto size = static_cast<int64_t>(sizeof(T));
  if (!arena.lengthen(reinterpret_cast<char*>(array.data), array.capacity * size, capacity * size)) return false;
  array.capacity = static_cast<int32_t>(capacity);
  return true;
}

/// Returns a full array with room for more elements, where it lies unless something lies behind it. Growth by copies takes three times the
/// memory of the array. The capacity is unchanged if the row has to end.
template <class T>
RF_HD RF_NOINLINE Array<T> grown(Arena& arena, Array<T> array) {
#if defined(RF_DEVICE_PASS)
  // The slots of small rows lie in shared memory, which is scarce.
  constexpr int32_t least = 4;
  if (lengthened(arena, array, array.capacity + least)) return array;
#else
  constexpr int32_t least = sizeof(T) < 16 ? 128 / sizeof(T) : 8;
#endif
  int64_t const capacity = array.capacity < least ? least : int64_t{2} * array.capacity;
  if (lengthened(arena, array, capacity)) return array;
  T* const data = take_elements<T>(arena, capacity);
  if (data == nullptr) return array;
  for (int32_t i = 0; i < array.count; ++i) data[i] = array.data[i];
  return {data, array.count, static_cast<int32_t>(capacity)};
}

}  // namespace detail

/// `a.push(x)`: returns the array with one more element, in place if there is room.
template <class T>
RF_HD RF_INLINE Array<T> array_push(Arena& arena, Array<T> array, T const& element) {
  if (array.count == array.capacity) {
    array = detail::grown(arena, array);
    if (array.count == array.capacity) return array;
  }
  array.data[array.count++] = element;
  return array;
}

/// `a[i] = x`: changes an element in place, or appends one. An index further out would leave holes, and anything but an index would be a
/// property: both fail the row.
template <class Out, class T, Index I>
RF_HD RF_INLINE Array<T> array_set(Out& out, Arena& arena, Array<T> array, I i, T const& element) {
  int32_t const index = detail::is_element(i) ? detail::unit_index(i) : -1;
  if (index == array.count) return array_push(arena, array, element);
  if (index < 0 || index > array.count) {
    out.fault.raise(Fault::thrown, -1);
    return array;
  }
  array.data[index] = element;
  return array;
}

/// Returns the array with the element at `index`, which is within it, replaced.
template <class T>
RF_HD RF_INLINE Array<T> array_with(Array<T> array, int32_t index, T const& element) {
  if (index >= 0 && index < array.count) array.data[index] = element;
  return array;
}

/// `a.pop()`, `a.shift()`: returns the rest of the array.
template <class T>
RF_HD RF_INLINE Array<T> array_without_last(Array<T> array) {
  if (array.count > 0) --array.count;
  return array;
}
template <class T>
RF_HD RF_INLINE Array<T> array_without_first(Array<T> array) {
  if (array.count == 0) return array;
  return {array.data + 1, array.count - 1, array.capacity - 1};
}

}  // namespace rowfuse
