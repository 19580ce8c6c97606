/// Elements that are null or undefined: their places, arrays without them, and arrays with nulls from another array.
#pragma once

#include <cstdint>

#include <rowfuse/array/store.hpp>

namespace rowfuse {

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
  int32_t found = 0;
  if (places.count > 0)
    for (auto const& element : array) {
      if (is_undefined_element(element) == are_undefined) places.data[found++] = index;
      ++index;
    }
  return places;
}

}  // namespace detail

/// Returns the places of the elements that are not undefined, or of those that are, in order. Places are numbers, as arrays hold them.
template <class A>
RF_HD Array<double> array_places(Arena& arena, A const& array) {
  return detail::places_where(arena, array, false);
}
template <class A>
RF_HD Array<double> array_undefined_places(Arena& arena, A const& array) {
  return detail::places_where(arena, array, true);
}

/// Returns the elements at `places`, which are within the array. The result is empty if the memory has run out.
template <class A>
RF_HD auto array_gathered(Arena& arena, A const& array, Array<double> const& places) {
  Array<typename A::Element> gathered = detail::make_array<typename A::Element>(arena, places.size());
  for (int32_t i = 0; i < gathered.count; ++i) gathered.data[i] = array_item(array, static_cast<int32_t>(places.data[i]));
  return gathered;
}

/// Zips arrays of one size: each element of the result is an array of the elements at one place.
template <class A, class... More>
RF_HD auto array_zipped(Arena& arena, A const& first, More const&... more) {
  using T = typename A::Element;
  Array<Array<T>> zipped = detail::make_array<Array<T>>(arena, first.size());
  for (int32_t i = 0; i < zipped.count; ++i) zipped.data[i] = array_of<T>(arena, array_item(first, i), array_item(more, i)...);
  return zipped;
}

namespace detail {

/// True for arrays of booleans that say which elements are present; false for arrays of such arrays.
template <class P>
inline constexpr bool says_presence = std::same_as<typename PresentValue<typename P::Element>::Type, bool>;

/// Returns the inner array at an index; an empty one if there is none.
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

/// Returns the elements for which `presence` is true, and null for the others. If `presence` holds arrays, the same is done within each
/// inner array.
template <class A, class P>
RF_HD auto array_masked(Arena& arena, A const& array, P const& presence) {
  if constexpr (detail::says_presence<P>) {
    using T = typename ElementOrUndefined<typename A::Element>::Type;
    Array<T> masked = detail::make_array<T>(arena, array.size());
    for (int32_t i = 0; i < masked.count; ++i) masked.data[i] = detail::is_there_at(presence, i) ? T(array_item(array, i)) : T(null);
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

/// True if an element and all elements within it are present.
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

/// Returns the array itself. Fails the row if `presence` is true for an element that is null or contains a null.
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

/// Returns an array of true for each element. With more than one level, returns such an array for each inner array.
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

}  // namespace rowfuse
