/// Methods that make another array in new memory: `slice`, `concat`, `reverse`, `sort`.
#pragma once

#include <cstdint>

#include <rowfuse/array/store.hpp>

namespace rowfuse {

/// `a.slice(start, end)`.
template <class A, Index I, Index J = int32_t>
RF_HD auto array_slice(Arena& arena, A const& array, I start, J end = detail::beyond) {
  using T = typename A::Element;
  int32_t const size = array.size();
  int32_t const from = detail::relative_index(detail::unit_index(start), size);
  int32_t const to = detail::relative_index(detail::unit_index(end), size);
  Array<T> part = detail::make_array<T>(arena, to > from ? to - from : 0);
  if (part.count == 0) return part;
  int32_t index = 0;
  for (auto const& element : array) {
    if (index >= to) break;
    if (index >= from) part.data[index - from] = element;
    ++index;
  }
  return part;
}

/// `a.subarray(start, end)`, and `a.slice(start, end)` of bytes that nothing changes.
template <Index I, Index J = int32_t>
RF_HD RF_INLINE Bytes bytes_slice(Bytes const& bytes, I start, J end = detail::beyond) {
  int32_t const from = detail::relative_index(detail::unit_index(start), bytes.count);
  int32_t const to = detail::relative_index(detail::unit_index(end), bytes.count);
  return Bytes(bytes.data + from, to > from ? to - from : 0);
}

/// `a.concat(b)`.
template <class A, class B>
RF_HD auto array_concat(Arena& arena, A const& a, B const& b) {
  using T = typename A::Element;
  Array<T> joined = detail::make_array<T>(arena, int64_t{a.size()} + b.size());
  if (joined.count == 0) return joined;
  int32_t index = 0;
  for (auto const& element : a) joined.data[index++] = element;
  for (auto const& element : b) joined.data[index++] = element;
  return joined;
}

/// `a.reverse()`, in new memory.
template <class A>
RF_HD auto array_reversed(Arena& arena, A const& array) {
  auto reversed = store_array(arena, array);
  for (int32_t i = 0, j = reversed.count - 1; i < j; ++i, --j) {
    auto const element = reversed.data[i];
    reversed.data[i] = reversed.data[j];
    reversed.data[j] = element;
  }
  return reversed;
}

/// `a.sort()` of strings, by UTF-16 units, in new memory. Merges runs that double in length, which is stable.
template <class A>
RF_HD auto array_sorted(Arena& arena, A const& array) {
  using T = typename A::Element;
  Array<T> sorted = store_array(arena, array);
  if (sorted.count < 2) return sorted;
  T* from = sorted.data;
  T* to = detail::take_elements<T>(arena, sorted.count);
  if (to == nullptr) return sorted;
  int32_t const size = sorted.count;
  for (int64_t run = 1; run < size; run *= 2) {
    for (int64_t start = 0; start < size; start += 2 * run) {
      int64_t const middle = start + run < size ? start + run : size;
      int64_t const end = middle + run < size ? middle + run : size;
      int64_t i = start;
      int64_t j = middle;
      for (int64_t at = start; at < end; ++at) to[at] = i < middle && (j >= end || !(from[j] < from[i])) ? from[i++] : from[j++];
    }
    T* const swapped = from;
    from = to;
    to = swapped;
  }
  sorted.data = from;
  return sorted;
}

}  // namespace rowfuse
