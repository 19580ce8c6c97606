/// Arrays of strings, numbers, bigints and booleans in the row's arena: the type, and access to elements.
#pragma once

#include <cstdint>

#include <rowfuse/array/list.hpp>
#include <rowfuse/array/split.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/row/bytes.hpp>
#include <rowfuse/string/memory/arena.hpp>
#include <rowfuse/string/unit/unit_at.hpp>
#include <rowfuse/value/equal.hpp>

namespace rowfuse {

/// The elements of an array, which lie in the arena. An Array is a value: an operation that changes it returns another Array, which may
/// take over its memory. Only one of the two may be changed further.
template <class T>
struct Array {
  using Element = T;

  T* data = nullptr;
  int32_t count = 0;
  int32_t capacity = 0;

  RF_HD RF_INLINE T const* begin() const { return data; }
  RF_HD RF_INLINE T const* end() const { return data + count; }
  RF_HD RF_INLINE int32_t size() const { return count; }
  RF_HD RF_INLINE bool find(int32_t index, T& element) const {
    if (index >= count) return false;
    element = data[index];
    return true;
  }
};

/// The type of `a[i]`: an element, or undefined.
template <class T>
struct ElementOrUndefined {
  using Type = Maybe<T>;
};
template <class T>
struct ElementOrUndefined<Maybe<T>> {
  using Type = Maybe<T>;
};

/// Every array is truthy.
template <class T>
RF_HD constexpr bool truthy(Array<T> const&) {
  return true;
}

namespace detail {

/// Returns memory for `count` elements, or null if the row has to end.
template <class T>
RF_HD RF_INLINE T* take_elements(Arena& arena, int64_t count) {
  // The arena aligns to 8 bytes; 128-bit integers need 16.
  constexpr int64_t padding = alignof(T) <= 8 ? 0 : static_cast<int64_t>(alignof(T)) - 8;
  char* const data = arena.take_low(count * static_cast<int64_t>(sizeof(T)) + padding, false);
  if constexpr (padding > 0) {
    if (data == nullptr) return nullptr;
    return reinterpret_cast<T*>((reinterpret_cast<uintptr_t>(data) + padding) & ~static_cast<uintptr_t>(alignof(T) - 1));
  } else {
    return reinterpret_cast<T*>(data);
  }
}

template <class T>
RF_HD RF_INLINE Array<T> make_array(Arena& arena, int64_t count) {
  if (count == 0) return {};
  T* const data = take_elements<T>(arena, count);
  if (data == nullptr) return {};
  return {data, static_cast<int32_t>(count), static_cast<int32_t>(count)};
}

/// Returns an index within [0, count]; a negative one counts from the end.
RF_HD RF_INLINE int32_t relative_index(int32_t index, int32_t count) {
  int64_t const absolute = index < 0 ? int64_t{index} + count : index;
  return absolute < 0 ? 0 : absolute < count ? static_cast<int32_t>(absolute) : count;
}

/// Compares by `===`, or by SameValueZero, which finds NaN.
template <class A, class B>
RF_HD RF_INLINE bool is_same_element(A const& a, B const& b, bool finds_nan) {
  if constexpr (std::same_as<A, double> && std::same_as<B, double>) {
    return a == b || (finds_nan && a != a && b != b);
  } else if constexpr (is_maybe<A>) {
    if (a.present()) return is_same_element(*a, b, finds_nan);
    return equal(a, b);
  } else if constexpr (is_maybe<B>) {
    if (b.present()) return is_same_element(a, *b, finds_nan);
    return equal(a, b);
  } else if constexpr (is_variant<A> || is_variant<B>) {
    return holds_between(a, b, [finds_nan](auto const& x, auto const& y) { return is_same_element(x, y, finds_nan); });
  } else {
    return equal(a, b);
  }
}

template <class A, class T>
RF_HD int32_t find_element(A const& array, T const& value, int32_t from, bool finds_nan) {
  int32_t const start = from < 0 ? relative_index(from, array.size()) : from;
  int32_t index = 0;
  for (auto const& element : array) {
    if (index >= start && is_same_element(element, value, finds_nan)) return index;
    ++index;
  }
  return -1;
}

}  // namespace detail

/// `a[i]`: undefined unless `i` is an integer within the array.
template <class A, Index I>
RF_HD RF_INLINE auto array_element(A const& array, I i) {
  using Result = typename ElementOrUndefined<typename A::Element>::Type;
  typename A::Element element{};
  if (!detail::is_element(i) || !array.find(detail::unit_index(i), element)) return Result(undefined);
  return Result(element);
}

/// Returns the element at an index that is within the array. If the memory for the array has run out, returns any value.
template <class T>
RF_HD RF_INLINE T array_item(Array<T> const& array, int32_t index) {
  return index >= 0 && index < array.count ? array.data[index] : T{};
}
template <class A>
RF_HD RF_INLINE typename A::Element array_item(A const& array, int32_t index) {
  typename A::Element element{};
  if (index >= 0) array.find(index, element);
  return element;
}

/// `a.at(i)`: a negative index counts from the end.
template <class A, Index I>
RF_HD RF_INLINE auto array_at(A const& array, I i) {
  using Result = typename ElementOrUndefined<typename A::Element>::Type;
  int32_t index = detail::unit_index(i);
  if (index < 0) index = detail::clamped_index(int64_t{index} + array.size());
  typename A::Element element{};
  if (index < 0 || !array.find(index, element)) return Result(undefined);
  return Result(element);
}

/// `a.includes(x, from)`, `a.indexOf(x, from)`, `a.lastIndexOf(x, from)`.
template <class A, class T, Index I = int32_t>
RF_HD bool array_includes(A const& array, T const& value, I from = 0) {
  return detail::find_element(array, value, detail::unit_index(from), true) >= 0;
}
template <class A, class T, Index I = int32_t>
RF_HD int32_t array_index_of(A const& array, T const& value, I from = 0) {
  return detail::find_element(array, value, detail::unit_index(from), false);
}
template <class A, class T, Index I = int32_t>
RF_HD int32_t array_last_index_of(A const& array, T const& value, I from = detail::beyond) {
  int32_t const index_from = detail::unit_index(from);
  int64_t const last = index_from < 0 ? int64_t{index_from} + array.size() : index_from;
  int32_t found = -1;
  int32_t index = 0;
  for (auto const& element : array) {
    if (index > last) break;
    if (detail::is_same_element(element, value, false)) found = index;
    ++index;
  }
  return found;
}

/// Makes an array of the given elements.
template <class T, class... Elements>
RF_HD RF_INLINE Array<T> array_of(Arena& arena, Elements const&... elements) {
  Array<T> array = detail::make_array<T>(arena, sizeof...(Elements));
  [[maybe_unused]] T* at = array.data;
  if (array.count > 0) ((*at++ = T(elements)), ...);
  return array;
}

}  // namespace rowfuse
