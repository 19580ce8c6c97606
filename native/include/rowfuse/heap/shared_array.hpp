/// Arrays with identity: every reference to one sees its changes.
#pragma once

#include <cmath>
#include <cstdint>

#include <rowfuse/array/array.hpp>
#include <rowfuse/heap/object.hpp>

namespace rowfuse {

namespace detail {

/// The place of an index or of `splice`'s start: a whole number within [0, count], where a negative one counts from the end.
template <Index I>
RF_HD RF_INLINE int32_t place_of(I i, int32_t count) {
  return relative_index(unit_index(i), count);
}

/// ECMA-262 10.4.2.2: the lengths that `new Array(n)` takes, as far as a row's memory could hold them.
RF_HD RF_INLINE bool is_array_length(int32_t length) { return length >= 0; }
RF_HD RF_INLINE bool is_array_length(double length) { return length >= 0 && length <= 4294967295.0 && ::trunc(length) == length; }

}  // namespace detail

/// An array of the row's memory. Methods that need memory return false if the row has to end.
template <class T>
struct SharedArray {
  using Element = T;

  Array<T> elements;

  RF_HD RF_INLINE int32_t length() const { return elements.count; }

  /// The elements as they are now. The view sees later changes of elements, and no change of the length.
  RF_HD RF_INLINE Array<T> view() const { return {elements.data, elements.count, elements.count}; }

  template <Index I>
  RF_HD RF_INLINE auto element(I i) const {
    return array_element(elements, i);
  }
  template <Index I>
  RF_HD RF_INLINE auto element(Maybe<I> const& i) const {
    using Result = typename ElementOrUndefined<T>::Type;
    return i.present() ? element(*i) : Result(undefined);
  }

  /// Returns an element at a place within the array.
  RF_HD RF_INLINE T const& item(int32_t i) const { return elements.data[i]; }

  /// `a[i] = x`. A place further out than the next would leave holes, which fails the row.
  template <class Out, Index I>
  RF_HD RF_INLINE bool set(Out& out, Arena& arena, I i, T const& value) {
    int32_t const index = detail::is_element(i) ? detail::unit_index(i) : -1;
    if (index >= 0 && index < elements.count) {
      elements.data[index] = value;
      return true;
    }
    if (index == elements.count) return push(arena, value);
    out.fault.raise(Fault::thrown, -1);
    return false;
  }

  template <class Out, Index I>
  RF_HD RF_INLINE bool set(Out& out, Arena& arena, Maybe<I> const& i, T const& value) {
    return i.present() ? set(out, arena, *i, value) : set(out, arena, -1, value);
  }

  /// `a[i] = x` of a typed array, which has no place outside of its length.
  template <Index I>
  RF_HD RF_INLINE void store(I i, T const& value) {
    if (!detail::is_element(i)) return;
    int32_t const index = detail::unit_index(i);
    if (index < elements.count) elements.data[index] = value;
  }

  template <Index I>
  RF_HD RF_INLINE void store(Maybe<I> const& i, T const& value) {
    if (i.present()) store(*i, value);
  }

  /// Makes room for as many elements as `Array.from({ length })` appends, so that it grows once.
  template <Index N>
  RF_HD RF_INLINE bool reserve(Arena& arena, N count) {
    return detail::unit_index(count) <= 0 || make_room(arena, detail::unit_index(count));
  }

  /// Appends the bytes of a text in UTF-8, where lone surrogates are U+FFFD.
  RF_HD bool encode(Arena& arena, View text) {
    View const held = text.plain() ? text : rowfuse::append(arena, View{nullptr, 0, View::ascii}, text);
    if (!make_room(arena, int64_t{elements.count} + held.size)) return false;
    bool const is_cut = (held.flags & View::high_tail) != 0;
    int32_t const whole = is_cut ? held.size - 4 : held.size;
    for (int32_t at = 0; at < whole; ++at) {
      // A surrogate by itself lies in three bytes that begin with ED A0 or above.
      bool const is_lone =
          !held.plain() && detail::byte_at(held.data + at) == 0xED && at + 2 < whole && detail::byte_at(held.data + at + 1) >= 0xA0;
      if (is_lone) {
        add_replacement();
        at += 2;
      } else {
        elements.data[elements.count++] = static_cast<T>(detail::byte_at(held.data + at));
      }
    }
    if (is_cut) add_replacement();
    return true;
  }

  RF_HD RF_INLINE bool push(Arena& arena, T const& value) {
    int32_t const before = elements.count;
    elements = array_push(arena, elements, value);
    return elements.count != before;
  }

  RF_HD RF_INLINE auto pop() {
    using Result = typename ElementOrUndefined<T>::Type;
    return elements.count == 0 ? Result(undefined) : Result(elements.data[--elements.count]);
  }

  /// Takes the first element in constant time: its memory is not used again.
  RF_HD RF_INLINE auto shift() {
    using Result = typename ElementOrUndefined<T>::Type;
    if (elements.count == 0) return Result(undefined);
    Result const first(elements.data[0]);
    elements = array_without_first(elements);
    return first;
  }

  RF_HD RF_INLINE void clear() { elements.count = 0; }

  template <class A>
  RF_HD bool append(Arena& arena, A const& added) {
    if (!make_room(arena, int64_t{elements.count} + added.size())) return false;
    for (auto const& element : added) elements.data[elements.count++] = element;
    return true;
  }

  /// Replaces all elements.
  template <class A>
  RF_HD bool assign(Arena& arena, A const& other) {
    Array<T> const copy = store_array(arena, other);
    if (copy.count != other.size()) return false;
    elements = copy;
    return true;
  }

  /// Inserts elements before a place within the array.
  template <class A>
  RF_HD bool insert(Arena& arena, int32_t place, A const& added) {
    int32_t const more = added.size();
    if (more == 0) return true;
    if (!make_room(arena, int64_t{elements.count} + more)) return false;
    for (int32_t i = elements.count - 1; i >= place; --i) elements.data[i + more] = elements.data[i];
    elements.count += more;
    int32_t at = place;
    for (auto const& element : added) elements.data[at++] = element;
    return true;
  }

  /// `splice`: removes elements from a place on.
  RF_HD void remove(int32_t place, int32_t count) {
    for (int32_t i = place + count; i < elements.count; ++i) elements.data[i - count] = elements.data[i];
    elements.count -= count;
  }

  /// The place that `splice` begins at, and how many elements it removes.
  template <Index I>
  RF_HD RF_INLINE int32_t place(I start) const {
    return detail::place_of(start, elements.count);
  }
  template <Index I>
  RF_HD RF_INLINE int32_t removable(int32_t from, I count) const {
    int32_t const wanted = detail::unit_index(count);
    int32_t const most = elements.count - from;
    return wanted < 0 ? 0 : wanted < most ? wanted : most;
  }

  RF_HD void reverse() {
    for (int32_t i = 0, j = elements.count - 1; i < j; ++i, --j) {
      T const element = elements.data[i];
      elements.data[i] = elements.data[j];
      elements.data[j] = element;
    }
  }

  template <Index I, Index J = int32_t>
  RF_HD void fill(T const& value, I start, J end = detail::beyond) {
    int32_t const to = detail::place_of(end, elements.count);
    for (int32_t i = detail::place_of(start, elements.count); i < to; ++i) elements.data[i] = value;
  }

  /// `copyWithin`: copies the elements from `start` to `end` to the places from `target` on.
  template <Index I, Index J = int32_t, Index K = int32_t>
  RF_HD void copy_within(I target, J start, K end = detail::beyond) {
    int32_t const to = detail::place_of(target, elements.count);
    int32_t const from = detail::place_of(start, elements.count);
    int32_t const room = elements.count - to;
    int32_t const wanted = detail::place_of(end, elements.count) - from;
    int32_t const count = wanted < room ? wanted : room;
    if (from < to) {
      for (int32_t i = count; i-- > 0;) elements.data[to + i] = elements.data[from + i];
    } else {
      for (int32_t i = 0; i < count; ++i) elements.data[to + i] = elements.data[from + i];
    }
  }

  /// `Array(length).fill(value)` of an array without elements. A length that JavaScript refuses fails the row with its RangeError.
  template <class Out, class N>
  RF_HD bool extend(Out& out, Arena& arena, N length, T const& value) {
    if (!detail::is_array_length(length)) {
      out.fault.raise(Fault::thrown, -1);
      return false;
    }
    if (!make_room(arena, static_cast<int64_t>(length))) return false;
    for (int64_t i = 0; i < static_cast<int64_t>(length); ++i) elements.data[i] = value;
    elements.count = static_cast<int32_t>(length);
    return true;
  }

 private:
  /// Appends U+FFFD in UTF-8, for which there is room.
  RF_HD RF_INLINE void add_replacement() {
    elements.data[elements.count++] = static_cast<T>(0xEF);
    elements.data[elements.count++] = static_cast<T>(0xBF);
    elements.data[elements.count++] = static_cast<T>(0xBD);
  }

  RF_HD bool make_room(Arena& arena, int64_t count) {
    if (count <= elements.capacity) return true;
    int64_t const ample = int64_t{2} * elements.capacity;
    int64_t const capacity = count > ample ? count : ample;
    T* const data = detail::take_elements<T>(arena, capacity);
    if (data == nullptr) return false;
    for (int32_t i = 0; i < elements.count; ++i) data[i] = elements.data[i];
    elements.data = data;
    elements.capacity = static_cast<int32_t>(capacity);
    return true;
  }
};

}  // namespace rowfuse
