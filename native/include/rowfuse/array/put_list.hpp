/// Lists in output columns. A list is written to several columns of bytes. The first holds the elements, row by row. For text and bytes,
/// the next holds the start of each element within its row, as an int32. If elements may be null, the last holds one byte per element, 0
/// for a null. For a list of lists, the columns of all inner elements come first, then the starts of the inner lists. `list` reads this
/// format.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/array/access.hpp>
#include <rowfuse/array/list.hpp>
#include <rowfuse/array/store_integers.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/row/encode.hpp>
#include <rowfuse/row/put.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/memory/write.hpp>

namespace rowfuse {

namespace detail {

/// The element type of the inner lists of a list.
template <class Of>
struct NestedOf;
template <class Of>
struct NestedOf<Nested<Of>> {
  using Type = Of;
};
template <class Of>
struct NestedOf<Nullable<Nested<Of>>> {
  using Type = Of;
};

/// True if a column can store every value of a type.
template <class Type, class Value>
inline constexpr bool always_fits = is_boolean<Type> || (std::is_floating_point_v<typename Type::Storage> && !is_time_value<Type>);

/// True if a column's list is stored in the format of a result: no value needs a check, and nothing lies under a null.
template <class Of, class A>
inline constexpr bool is_stored_so = false;
template <class Of>
inline constexpr bool is_stored_so<Of, List<Of>> = !is_nullable<Of> && !is_time_value<Of> && !is_nested<Of>;

/// A part of a list, which sinks take like text: it has a size, and is written into [at, end).
template <class T>
concept ListPart = T::is_list_part;

/// Values of fixed width, back to back; 0 for a null. A value that the column cannot hold fails the row.
template <class Of, class A>
struct ListValues {
  static constexpr bool is_list_part = true;
  using Type = UnderlyingType<Of>;
  using Storage = std::conditional_t<is_boolean<Type>, std::uint8_t, typename Type::Storage>;
  using Value = typename PresentValue<typename A::Element>::Type;
  static constexpr auto width = static_cast<std::int64_t>(sizeof(Storage));

  A const& array;
  RowFault& fault;
  std::int32_t column;

  RF_HD std::int64_t size() const {
    // Converts the values once, so that the sizes pass finds the rows that fail.
    if constexpr (!always_fits<Type, Value> || (is_maybe<typename A::Element> && !is_nullable<Of>)) {
      for (auto const& element : array) static_cast<void>(stored(element));
    }
    return array.size() * width;
  }

  RF_HD Written write(char* at, char* end) const {
    std::int64_t const needed = array.size() * width;
    if (needed > end - at) return {at, needed};
#if !defined(RF_DEVICE_PASS)
    if (store_numbers(array, reinterpret_cast<unsigned char*>(at))) return {at + needed, needed};
#endif
    for (auto const& element : array) {
      Storage const value = stored(element);
      __builtin_memcpy(at, &value, sizeof value);
      at += width;
    }
    return {at, needed};
  }

 private:
  /// Host only: stores the elements of an array that lies in the arena.
  static bool store_numbers([[maybe_unused]] A const& array, [[maybe_unused]] unsigned char* to) {
    constexpr bool fits_int32 = std::is_integral_v<Storage> && (sizeof(Storage) < 4 || std::is_same_v<Storage, std::int32_t>);
    if constexpr (std::is_same_v<A, Array<double>> && fits_int32 && !is_time_value<Type>) {
      return store_integers<Storage>(array.data, array.count, to);
    } else {
      return false;
    }
  }

  RF_HD RF_INLINE Storage stored(typename A::Element const& element) const {
    if (is_there(element)) return to_storage<Type>(present_value(element), fault, column);
    if constexpr (!is_nullable<Of>) fault.raise(Fault::absent_result, column);
    return 0;
  }
};

/// Returns the element in the form in which it is written: text as UTF-8, bytes unchanged.
template <class Element>
RF_HD RF_INLINE auto const& written_as(Element const& element) {
  return element;
}
RF_HD RF_INLINE View written_as(Bytes const& bytes) { return View(bytes.text(), bytes.count, 0); }

/// The bytes of all elements, text as UTF-8.
template <class Of, class A>
struct ListText {
  static constexpr bool is_list_part = true;

  A const& array;
  RowFault& fault;
  std::int32_t column;

  RF_HD std::int64_t size() const {
    std::int64_t bytes = 0;
    for (auto const& element : array) {
      if (is_there(element)) bytes += utf8_size(written_as(present_value(element)));
      else if constexpr (!is_nullable<Of>) fault.raise(Fault::absent_result, column);
    }
    return bytes;
  }

  RF_HD Written write(char* at, char* end) const {
    std::int64_t needed = 0;
    for (auto const& element : array) {
      if (is_there(element)) {
        Written const written = write_utf8(at, end, written_as(present_value(element)));
        at = written.at;
        needed += written.needed;
      } else if constexpr (!is_nullable<Of>) {
        fault.raise(Fault::absent_result, column);
      }
    }
    return {at, needed};
  }
};

/// The start of each element within the row, as an int32: in bytes of UTF-8, or in elements of the inner lists. A null takes nothing. A
/// null list that may not be null is a fault here; for text, the part that writes the bytes reports it.
template <class Of, class A>
struct ListStarts {
  static constexpr bool is_list_part = true;

  A const& array;
  RowFault& fault;
  std::int32_t column;

  RF_HD std::int64_t size() const {
    if constexpr (is_nested<Of>) {
      for (auto const& element : array) static_cast<void>(taken(element));
    }
    return std::int64_t{array.size()} * 4;
  }

  RF_HD Written write(char* at, char* end) const {
    std::int64_t needed = 0;
    std::int64_t start = 0;
    for (auto const& element : array) {
      needed += 4;
      if (end - at < 4) continue;
      auto const begin = static_cast<std::int32_t>(start);
      __builtin_memcpy(at, &begin, sizeof begin);
      at += sizeof begin;
      start += taken(element);
    }
    return {at, needed};
  }

 private:
  RF_HD std::int64_t taken(typename A::Element const& element) const {
    if (is_there(element)) {
      if constexpr (is_nested<Of>) return present_value(element).size();
      else return utf8_size(written_as(present_value(element)));
    }
    if constexpr (is_nested<Of> && !is_nullable<Of>) fault.raise(Fault::absent_result, column);
    return 0;
  }
};

/// One byte per element: 0 for a null.
template <class A>
struct ListPresence {
  static constexpr bool is_list_part = true;

  A const& array;

  RF_HD std::int64_t size() const { return array.size(); }

  RF_HD Written write(char* at, char* end) const {
    std::int64_t needed = 0;
    for (auto const& element : array) {
      ++needed;
      if (at < end) *at++ = is_there(element) ? 1 : 0;
    }
    return {at, needed};
  }
};

template <class A>
struct Flattened;
template <class A>
inline constexpr bool is_flattened = false;
template <class A>
inline constexpr bool is_flattened<Flattened<A>> = true;

/// The elements of the inner lists of a list, back to back, without those of lists that are null.
template <class A>
struct Flattened {
  using Inner = typename PresentValue<typename A::Element>::Type;
  using Element = typename Inner::Element;

  A const& lists;

  RF_HD std::int32_t size() const {
    if constexpr (is_flattened<A>) return count_out_of_line();
    else return count();
  }

  struct End {};

  /// Iterates over the outer lists alongside, so that a step takes constant time at any depth.
  class Iterator {
   public:
    using Lists = decltype(std::declval<A const&>().begin());

    /// Starts at the first of `left` lists.
    RF_HD Iterator(Lists const& at, std::int32_t left) : at_{at}, left_{left} {
      if (left_ == 0) return;
      open();
      skip();
    }
    RF_HD Element operator*() const {
      Element element{};
      inner_.find(index_, element);
      return element;
    }
    RF_HD Iterator& operator++() {
      ++index_;
      skip();
      return *this;
    }
    RF_HD bool operator!=(End) const { return left_ != 0; }

   private:
    RF_HD void open() {
      auto const& list = *at_;
      inner_ = is_there(list) ? present_value(list) : Inner{};
      index_ = 0;
    }
    RF_HD RF_INLINE void skip() {
      if (left_ == 0 || index_ < inner_.size()) return;
      // Out of line, because code and compile time would grow by a factor for each enclosing list.
      if constexpr (is_flattened<A>) find_next();
      else next();
    }
    RF_HD RF_NOINLINE void find_next() { next(); }
    /// Goes on to the next list that has elements.
    RF_HD RF_INLINE void next() {
      while (index_ >= inner_.size()) {
        index_ = 0;
        if (--left_ == 0) return;
        ++at_;
        open();
      }
    }

    Lists at_;
    std::int32_t left_;  ///< lists, including the iterator's own
    Inner inner_{};
    std::int32_t index_ = 0;
  };

  RF_HD Iterator begin() const {
    if constexpr (is_flattened<A>) return first_out_of_line();
    else return Iterator{lists.begin(), lists.size()};
  }
  RF_HD End end() const { return {}; }

 private:
  RF_HD RF_NOINLINE Iterator first_out_of_line() const { return Iterator{lists.begin(), lists.size()}; }
  RF_HD RF_NOINLINE std::int32_t count_out_of_line() const { return count(); }
  RF_HD RF_INLINE std::int32_t count() const {
    std::int32_t count = 0;
    for (auto const& list : lists)
      if (is_there(list)) count += present_value(list).size();
    return count;
  }
};

/// The number of columns of a list.
template <class Of>
RF_HD constexpr std::size_t list_parts() {
  std::size_t const own = is_nullable<Of> ? 1 : 0;
  if constexpr (is_nested<Of>) return list_parts<typename NestedOf<Of>::Type>() + 1 + own;
  else return 1 + (is_text<UnderlyingType<Of>> ? 1 : 0) + own;
}

/// Sinks find these overloads by their names.
template <ListPart T>
RF_HD RF_INLINE std::int64_t utf8_size(T const& part) {
  return part.size();
}
template <ListPart T>
RF_HD RF_INLINE Written write_utf8(char* at, char* end, T const& part) {
  return part.write(at, end);
}

}  // namespace detail

/// Writes a list into output column I and those behind it. The list is an array of any type, or null / undefined / `Maybe`. An absent list
/// is null in a nullable column and a fault in any other.
template <std::size_t I, class Of, class Out, class A>
RF_HD void put_list(Out& out, A const& array) {
  constexpr auto column = static_cast<std::int32_t>(I);
  if constexpr (detail::is_absent_literal<A>) {
    detail::put_absent<I>(out);
  } else if constexpr (is_maybe<A>) {
    if (array.present()) return put_list<I, Of>(out, *array);
    detail::put_absent<I>(out);
  } else if constexpr (is_nested<Of>) {
    using Inner = typename detail::NestedOf<Of>::Type;
    constexpr std::size_t parts = detail::list_parts<Inner>();
    detail::Flattened<A> const elements{array};
    put_list<I, Inner>(out, elements);
    out.template text<I + parts>(detail::ListStarts<Of, A>{array, out.fault, column});
    if constexpr (is_nullable<Of>) out.template text<I + parts + 1>(detail::ListPresence<A>{array});
  } else {
    constexpr bool has_starts = is_text<UnderlyingType<Of>>;
    if constexpr (detail::is_stored_so<Of, A>) {
      out.template text<I>(View(array.values.text(), array.values.count, 0));
    } else if constexpr (has_starts) {
      out.template text<I>(detail::ListText<Of, A>{array, out.fault, column});
    } else {
      out.template text<I>(detail::ListValues<Of, A>{array, out.fault, column});
    }
    if constexpr (has_starts) out.template text<I + 1>(detail::ListStarts<Of, A>{array, out.fault, column});
    if constexpr (is_nullable<Of>) out.template text<I + (has_starts ? 2 : 1)>(detail::ListPresence<A>{array});
  }
}

}  // namespace rowfuse
