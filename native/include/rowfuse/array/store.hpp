/// Copies of arrays in new memory, unchanged or with elements of another type.
#pragma once

#include <cstdint>

#include <rowfuse/array/access.hpp>

namespace rowfuse {

/// Copies the elements of an array to new memory.
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

/// Copies the elements of an array and converts them to another type. Arrays among them are copied as well.
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

/// Copies the elements of an array to new memory, with a type that may be undefined.
template <class A>
RF_HD auto array_loosened(Arena& arena, A const& array) {
  using T = typename ElementOrUndefined<typename A::Element>::Type;
  Array<T> loose = detail::make_array<T>(arena, array.size());
  int32_t index = 0;
  if (loose.count > 0)
    for (auto const& element : array) loose.data[index++] = T(element);
  return loose;
}

}  // namespace rowfuse
