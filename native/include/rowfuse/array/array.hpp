/// Arrays of strings, numbers, bigints and booleans in the row's arena.
#pragma once

#include <cstdint>

#include <rowfuse/array/list.hpp>
#include <rowfuse/array/split.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/row/bytes.hpp>
#include <rowfuse/string/arena.hpp>
#include <rowfuse/string/unit_at.hpp>
#include <rowfuse/value/equal.hpp>

namespace rowfuse {

/// The elements of an array, which lie in the arena or nowhere. A value: what changes an array gives another one, which may
/// take over its memory, so that only one of the two may go on to be changed.
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

/// What `a[i]` can be.
template <class T>
struct ElementOrUndefined {
  using Type = Maybe<T>;
};
template <class T>
struct ElementOrUndefined<Maybe<T>> {
  using Type = Maybe<T>;
};

/// Every array is true.
template <class T>
RF_HD constexpr bool truthy(Array<T> const&) {
  return true;
}

namespace detail {

/// Memory for so many elements, or null where the row has to end.
template <class T>
RF_HD RF_INLINE T* take_elements(Arena& arena, int64_t count) {
  // The arena gives multiples of 8 bytes; integers of 128 bits want their own size.
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

/// An index that counts from the end where it is negative, within [0, count].
RF_HD RF_INLINE int32_t relative_index(int32_t index, int32_t count) {
  int64_t const absolute = index < 0 ? int64_t{index} + count : index;
  return absolute < 0 ? 0 : absolute < count ? static_cast<int32_t>(absolute) : count;
}

/// `===`, or SameValueZero, which finds NaN.
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

/// The element at an index that is within the array; or where the memory for that array has run out, any value.
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

/// `a.at(i)`: negative counts from the end.
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

/// An array of these elements.
template <class T, class... Elements>
RF_HD RF_INLINE Array<T> array_of(Arena& arena, Elements const&... elements) {
  Array<T> array = detail::make_array<T>(arena, sizeof...(Elements));
  [[maybe_unused]] T* at = array.data;
  if (array.count > 0) ((*at++ = T(elements)), ...);
  return array;
}

/// The elements of an array in memory of their own.
template <class A>
RF_HD auto store_array(Arena& arena, A const& array) {
  using T = typename A::Element;
  Array<T> stored = detail::make_array<T>(arena, array.size());
  int32_t index = 0;
  if (stored.count > 0)
    for (auto const& element : array) stored.data[index++] = element;
  return stored;
}

template <class A>
RF_HD auto store_array(Arena& arena, Maybe<A> const& array) {
  using Stored = Maybe<decltype(store_array(arena, *array))>;
  if (array.present()) return Stored(store_array(arena, *array));
  return array.is_null() ? Stored(null) : Stored(undefined);
}

namespace detail {

template <class T>
struct StoredAs;

}  // namespace detail

/// The elements of an array as those of another type, arrays among them in memory of their own.
template <class T, class A>
RF_HD Array<T> store_array_as(Arena& arena, A const& array) {
  Array<T> stored = detail::make_array<T>(arena, array.size());
  int32_t index = 0;
  if (stored.count > 0)
    for (auto const& element : array) stored.data[index++] = detail::StoredAs<T>::of(arena, element);
  return stored;
}

template <class T, class A>
RF_HD Maybe<Array<T>> store_array_as(Arena& arena, Maybe<A> const& array) {
  return detail::StoredAs<Maybe<Array<T>>>::of(arena, array);
}

namespace detail {

template <class T>
struct StoredAs {
  RF_HD static T of(Arena&, T const& element) { return element; }
};

template <class T>
struct StoredAs<Array<T>> {
  RF_HD static Array<T> of(Arena&, Array<T> const& array) { return array; }
  template <class A>
  RF_HD static Array<T> of(Arena& arena, A const& array) {
    return store_array_as<T>(arena, array);
  }
};

template <class T>
struct StoredAs<Maybe<T>> {
  template <class A>
  RF_HD static Maybe<T> of(Arena& arena, A const& element) {
    if constexpr (is_maybe<A>) {
      if (!element.present()) return element.is_null() ? Maybe<T>(null) : Maybe<T>(undefined);
      return Maybe<T>(StoredAs<T>::of(arena, *element));
    } else {
      return Maybe<T>(StoredAs<T>::of(arena, element));
    }
  }
};

}  // namespace detail

/// The elements of an array in memory of their own, where they may be undefined.
template <class A>
RF_HD auto array_loosened(Arena& arena, A const& array) {
  using T = typename ElementOrUndefined<typename A::Element>::Type;
  Array<T> loose = detail::make_array<T>(arena, array.size());
  int32_t index = 0;
  if (loose.count > 0)
    for (auto const& element : array) loose.data[index++] = T(element);
  return loose;
}

namespace detail {

template <class T>
RF_HD RF_INLINE bool is_undefined_element(T const& element) {
  if constexpr (is_maybe<T>) {
    return element.is_undefined();
  } else {
    return false;
  }
}

template <class A>
RF_HD Array<double> places_where(Arena& arena, A const& array, bool are_undefined) {
  int32_t count = 0;
  for (auto const& element : array) count += is_undefined_element(element) == are_undefined ? 1 : 0;
  Array<double> places = make_array<double>(arena, count);
  int32_t index = 0;
  double* to = places.data;
  if (places.count > 0)
    for (auto const& element : array) {
      if (is_undefined_element(element) == are_undefined) *to++ = index;
      ++index;
    }
  return places;
}

}  // namespace detail

/// The places of an array's elements that are not undefined, in order, and of those that are: numbers, as arrays hold them.
template <class A>
RF_HD Array<double> array_places(Arena& arena, A const& array) {
  return detail::places_where(arena, array, false);
}
template <class A>
RF_HD Array<double> array_undefined_places(Arena& arena, A const& array) {
  return detail::places_where(arena, array, true);
}

/// The elements at the places, which are within the array, unless the memory for that has run out.
template <class A>
RF_HD auto array_gathered(Arena& arena, A const& array, Array<double> const& places) {
  Array<typename A::Element> gathered = detail::make_array<typename A::Element>(arena, places.size());
  for (int32_t i = 0; i < gathered.count; ++i) gathered.data[i] = array_item(array, static_cast<int32_t>(places.data[i]));
  return gathered;
}

/// An array of arrays, each of the elements that some arrays of one size have at a place.
template <class A, class... More>
RF_HD auto array_zipped(Arena& arena, A const& first, More const&... more) {
  using T = typename A::Element;
  Array<Array<T>> zipped = detail::make_array<Array<T>>(arena, first.size());
  for (int32_t i = 0; i < zipped.count; ++i)
    zipped.data[i] = array_of<T>(arena, array_item(first, i), array_item(more, i)...);
  return zipped;
}

namespace detail {

/// Whether elements of an array are there, or arrays that say so of theirs.
template <class P>
inline constexpr bool says_presence = std::same_as<typename PresentValue<typename P::Element>::Type, bool>;

/// The array that another one holds at a place; an empty one where there is none.
template <class P>
RF_HD RF_INLINE auto inner_at(P const& arrays, int32_t index) {
  using Inner = typename PresentValue<typename P::Element>::Type;
  typename P::Element inner{};
  return index < arrays.size() && arrays.find(index, inner) && is_there(inner) ? Inner(present_value(inner)) : Inner{};
}

template <class P>
RF_HD RF_INLINE bool is_there_at(P const& presence, int32_t index) {
  typename P::Element there{};
  return presence.find(index, there) && is_there(there);
}

}  // namespace detail

/// The elements of an array where `presence` has true, and null where it has not; or of the arrays in it, where `presence` holds such.
template <class A, class P>
RF_HD auto array_masked(Arena& arena, A const& array, P const& presence) {
  if constexpr (detail::says_presence<P>) {
    using T = typename ElementOrUndefined<typename A::Element>::Type;
    Array<T> masked = detail::make_array<T>(arena, array.size());
    for (int32_t i = 0; i < masked.count; ++i)
      masked.data[i] = detail::is_there_at(presence, i) ? T(array_item(array, i)) : T(null);
    return masked;
  } else {
    using T = decltype(array_masked(arena, detail::inner_at(array, 0), detail::inner_at(presence, 0)));
    Array<T> masked = detail::make_array<T>(arena, array.size());
    for (int32_t i = 0; i < masked.count; ++i)
      masked.data[i] = array_masked(arena, detail::inner_at(array, i), detail::inner_at(presence, i));
    return masked;
  }
}

namespace detail {

/// Whether an element is there, and all that are in it.
template <class T>
RF_HD bool is_whole(T const&) {
  return true;
}
template <class T>
RF_HD bool is_whole(Array<T> const& array) {
  for (T const& element : array) {
    if (!is_there(element) || !is_whole(present_value(element))) return false;
  }
  return true;
}

}  // namespace detail

/// The same array. The row fails where `presence` has true and the element is null, or one in it.
template <class Out, class A, class P>
RF_HD A array_judged(Out& out, A const& array, P const& presence) {
  int32_t index = 0;
  for (auto const& element : array) {
    if constexpr (detail::says_presence<P>) {
      if (detail::is_there_at(presence, index) && !(detail::is_there(element) && detail::is_whole(detail::present_value(element))))
        out.fault.raise(Fault::thrown, -1);
    } else {
      if (detail::is_there(element)) array_judged(out, detail::present_value(element), detail::inner_at(presence, index));
    }
    ++index;
  }
  return array;
}

/// True for each element of an array, or of the arrays in it, so many levels down.
template <int32_t Levels, class A>
RF_HD auto array_all_there(Arena& arena, A const& array) {
  if constexpr (Levels == 1) {
    Array<bool> there = detail::make_array<bool>(arena, array.size());
    for (int32_t i = 0; i < there.count; ++i) there.data[i] = true;
    return there;
  } else {
    using T = decltype(array_all_there<Levels - 1>(arena, detail::inner_at(array, 0)));
    Array<T> there = detail::make_array<T>(arena, array.size());
    for (int32_t i = 0; i < there.count; ++i) there.data[i] = array_all_there<Levels - 1>(arena, detail::inner_at(array, i));
    return there;
  }
}

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

/// `a.subarray(start, end)`, and `a.slice(start, end)`, of bytes that nothing changes.
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

/// `a.reverse()`, in memory of its own.
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

/// `a.sort()` of strings, by UTF-16 units, in memory of its own: merges of runs that double in length, which is stable.
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
      for (int64_t at = start; at < end; ++at)
        to[at] = i < middle && (j >= end || !(from[j] < from[i])) ? from[i++] : from[j++];
    }
    T* const swapped = from;
    from = to;
    to = swapped;
  }
  sorted.data = from;
  return sorted;
}

/// `a.push(x)`: the array with one element more. In place where there is room.
template <class T>
RF_HD RF_INLINE Array<T> array_push(Arena& arena, Array<T> array, T const& element) {
  if (array.count == array.capacity) {
    int64_t const capacity = array.capacity < 4 ? 4 : int64_t{2} * array.capacity;
    T* const data = detail::take_elements<T>(arena, capacity);
    if (data == nullptr) return array;
    for (int32_t i = 0; i < array.count; ++i) data[i] = array.data[i];
    array.data = data;
    array.capacity = static_cast<int32_t>(capacity);
  }
  array.data[array.count++] = element;
  return array;
}

/// `a[i] = x`: in place, or one element more. A place beyond would leave holes, one that is no index would be a property: the
/// row fails.
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

/// An array with another element at an index within it.
template <class T>
RF_HD RF_INLINE Array<T> array_with(Array<T> array, int32_t index, T const& element) {
  if (index >= 0 && index < array.count) array.data[index] = element;
  return array;
}

/// `a.pop()`, `a.shift()`: what is left of the array.
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
