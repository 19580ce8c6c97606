/// Lists in columns, whose elements lie side by side in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/row/bytes.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse {

namespace detail {

/// The type of a column's values in arrays: numbers are doubles, bigints have 128 bits.
template <class Value>
struct HeldValue {
  using Type = Value;
};
template <>
struct HeldValue<int32_t> {
  using Type = double;
};
template <>
struct HeldValue<int64_t> {
  using Type = Int128;
};
template <>
struct HeldValue<uint64_t> {
  using Type = Int128;
};

template <class Type>
struct ListElement {
  using Result = typename HeldValue<typename Type::Value>::Type;
};
template <class Type>
struct ListElement<Nullable<Type>> {
  using Result = Maybe<typename ListElement<Type>::Result>;
};
template <class Type>
struct ListElement<Required<Type>> : ListElement<Type> {};

/// True if one byte per element says which of them are null.
template <class Of>
inline constexpr bool has_presence = is_nullable<Of> || is_required<Of>;

/// Iterates over a list and makes each element when it is dereferenced.
template <class L>
class ListIterator {
 public:
  RF_HD RF_INLINE ListIterator(L const& list, int32_t index) : list_{list}, index_{index} {}
  RF_HD RF_INLINE typename L::Element operator*() const { return list_.at(index_); }
  RF_HD RF_INLINE ListIterator& operator++() {
    ++index_;
    return *this;
  }
  RF_HD RF_INLINE bool operator!=(ListIterator const& other) const { return index_ != other.index_; }

 private:
  L list_;  // a copy, because the list may be a temporary
  int32_t index_;
};

/// Reads an int32 from unaligned bytes.
RF_HD RF_INLINE int64_t int32_at(Bytes const& bytes, int32_t index) {
  int32_t at;
  __builtin_memcpy(&at, bytes.data + static_cast<int64_t>(index) * 4, sizeof at);
  return at;
}

RF_HD RF_INLINE Bytes bytes_part(Bytes const& bytes, int64_t from, int64_t to) {
  return Bytes(bytes.data + from, static_cast<int32_t>(to - from));
}

}  // namespace detail

/// The elements of one row, as a column of type `Of` would store them. Nothing changes them.
template <class Of>
struct List {
  using Element = typename detail::ListElement<Of>::Result;
  using Type = UnderlyingType<Of>;

  Bytes values;           ///< of all elements; for booleans one byte per element
  Bytes starts;           ///< for text and bytes: the start of each element, in int32, relative to the first entry
  Bytes present;          ///< if elements may be null: one byte per element, 0 for a null
  uint32_t flags = 0;     ///< of all the text

  RF_HD RF_INLINE int32_t size() const {
    if constexpr (is_text<Type>) {
      return starts.count / 4;
    } else if constexpr (is_boolean<Type>) {
      return values.count;
    } else {
      return values.count / static_cast<int32_t>(sizeof(typename Type::Storage));
    }
  }

  RF_HD RF_INLINE Element at(int32_t index) const {
    if constexpr (is_nullable<Of>) {
      if (present.data[index] == 0) return null;
    }
    if constexpr (is_text<Type>) {
      // Clamped to the row's bytes, because the starts may have changed since they were checked.
      int32_t const begin = within(start(index) - start(0));
      int32_t const end = index + 1 < size() ? within(start(index + 1) - start(0)) : values.count;
      int32_t const size = end > begin ? end - begin : 0;
      if constexpr (is_utf8<Type>) return View(values.text() + begin, size, flags);
      else return detail::bytes_part(values, begin, int64_t{begin} + size);
    } else if constexpr (is_boolean<Type>) {
      return values.data[index] != 0;
    } else {
      typename Type::Storage stored;
      __builtin_memcpy(&stored, values.data + static_cast<int64_t>(index) * static_cast<int64_t>(sizeof stored), sizeof stored);
      return static_cast<typename detail::ListElement<Type>::Result>(from_storage<Type>(stored));
    }
  }

  RF_HD RF_INLINE bool find(int32_t index, Element& element) const {
    if (index >= size()) return false;
    element = at(index);
    return true;
  }

  using Iterator = detail::ListIterator<List>;
  RF_HD RF_INLINE Iterator begin() const { return Iterator{*this, 0}; }
  RF_HD RF_INLINE Iterator end() const { return Iterator{*this, size()}; }

  /// Returns the stored start of an element.
  RF_HD RF_INLINE int64_t start(int32_t index) const { return detail::int32_at(starts, index); }

  /// Returns the elements [from, to), which are within the list.
  RF_HD RF_INLINE List part(int32_t from, int32_t to) const {
    List some;
    some.flags = flags;
    if constexpr (is_text<Type>) {
      int32_t const begin = from < size() ? within(start(from) - start(0)) : values.count;
      int32_t const end = to < size() ? within(start(to) - start(0)) : values.count;
      some.values = detail::bytes_part(values, begin, end > begin ? end : begin);
      some.starts = detail::bytes_part(starts, int64_t{from} * 4, int64_t{to} * 4);
    } else {
      constexpr int64_t width = is_boolean<Type> ? 1 : sizeof(typename Type::Storage);
      some.values = detail::bytes_part(values, from * width, to * width);
    }
    if constexpr (detail::has_presence<Of>) some.present = detail::bytes_part(present, from, to);
    return some;
  }

 private:
  RF_HD RF_INLINE int32_t within(int64_t at) const { return at < 0 ? 0 : at < values.count ? static_cast<int32_t>(at) : values.count; }
};

/// A column type for elements that are lists themselves, whose elements a column of type `Of` would store.
template <class Of>
struct Nested : detail::Bufferless<List<Of>> {
  using Inner = List<Of>;
};

template <class Of>
inline constexpr bool is_nested = false;
template <class Of>
inline constexpr bool is_nested<Nested<Of>> = true;
template <class Of>
inline constexpr bool is_nested<Nullable<Nested<Of>>> = true;
template <class Of>
inline constexpr bool is_nested<Required<Nested<Of>>> = true;

/// A list of lists: the elements of all inner lists as one list, and where each inner list begins in it.
template <class Of>
  requires is_nested<Of>
struct List<Of> {
  using Element = typename detail::ListElement<Of>::Result;
  using Inner = typename UnderlyingType<Of>::Inner;
  using Iterator = detail::ListIterator<List>;

  Inner all;      ///< the elements of all inner lists, back to back
  Bytes starts;   ///< the start of each inner list, in int32, relative to the first entry
  Bytes present;  ///< if inner lists may be null: one byte per list, 0 for a null

  RF_HD RF_INLINE int32_t size() const { return starts.count / 4; }

  RF_HD RF_INLINE Element at(int32_t index) const {
    if constexpr (is_nullable<Of>) {
      if (present.data[index] == 0) return null;
    }
    return list_at(index);
  }

  /// Returns the inner list at an index, even if it is null.
  RF_HD RF_INLINE Inner list_at(int32_t index) const {
    int32_t const begin = place(index);
    int32_t const end = place(index + 1);
    return all.part(begin, end > begin ? end : begin);
  }

  RF_HD RF_INLINE bool find(int32_t index, Element& element) const {
    if (index >= size()) return false;
    element = at(index);
    return true;
  }

  RF_HD RF_INLINE Iterator begin() const { return Iterator{*this, 0}; }
  RF_HD RF_INLINE Iterator end() const { return Iterator{*this, size()}; }
  RF_HD RF_INLINE int64_t start(int32_t index) const { return detail::int32_at(starts, index); }

  RF_HD RF_INLINE List part(int32_t from, int32_t to) const {
    int32_t const begin = place(from);
    int32_t const end = place(to);
    List some;
    some.all = all.part(begin, end > begin ? end : begin);
    some.starts = detail::bytes_part(starts, int64_t{from} * 4, int64_t{to} * 4);
    if constexpr (detail::has_presence<Of>) some.present = detail::bytes_part(present, from, to);
    return some;
  }

 private:
  /// Returns where the elements of an inner list begin, which is where those of the one before it end.
  RF_HD RF_INLINE int32_t place(int32_t index) const {
    if (index >= size()) return all.size();
    int64_t const at = start(index) - start(0);
    return at < 0 ? 0 : at < all.size() ? static_cast<int32_t>(at) : all.size();
  }
};

/// The most elements of lists in attempts with checked integers. Sums of so many integers of 32 bits are exact doubles.
inline constexpr int32_t longest_attempted = 1 << 21;

/// True for a list of at most `longest_attempted` elements, counted on each level.
template <class Of>
constexpr bool is_short(List<Of> const& list) {
  if constexpr (is_nested<Of>) {
    return list.size() <= longest_attempted && is_short(list.all);
  } else {
    return list.size() <= longest_attempted;
  }
}
template <class A>
constexpr bool is_short(Maybe<A> const& list) {
  return !list.present() || is_short(*list);
}

/// Every array is truthy.
template <class Of>
RF_HD constexpr bool truthy(List<Of> const&) {
  return true;
}

namespace detail {

/// Checks that elements begin in order and within the row's bytes, and that all text that is not null is UTF-8.
template <class Of>
RF_HD Fault check_texts(List<Of>& list) {
  constexpr bool is_of_text = is_utf8<UnderlyingType<Of>>;
  int32_t const count = list.size();
  bool ascii = false;
  if constexpr (is_of_text) {
    unsigned char high = 0;
    for (int32_t i = 0; i < list.values.count; ++i) high |= list.values.data[i];
    ascii = high < 0x80;
  }
  for (int32_t i = 0; i < count; ++i) {
    int64_t const begin = list.start(i) - list.start(0);
    int64_t const end = i + 1 < count ? list.start(i + 1) - list.start(0) : list.values.count;
    if (begin < 0 || end < begin || end > list.values.count) return Fault::malformed_offsets;
    bool valid = is_of_text;
    if constexpr (has_presence<Of>) valid = valid && list.present.data[i] != 0;
    if (!ascii && valid && !arrow::is_valid_utf8(list.values.text() + begin, end - begin)) return Fault::invalid_utf8;
  }
  if (ascii) list.flags = View::ascii;
  return Fault::none;
}

/// Takes the parts of a list from consecutive columns. Returns the part behind them.
template <class Of>
RF_HD RF_INLINE Bytes const* take_parts(List<Of>& list, Bytes const* parts) {
  if constexpr (is_nested<Of>) {
    parts = take_parts(list.all, parts);
    list.starts = *parts++;
  } else {
    list.values = *parts++;
    if constexpr (is_text<UnderlyingType<Of>>) list.starts = *parts++;
  }
  if constexpr (has_presence<Of>) list.present = *parts++;
  return parts;
}

/// Checks that the parts of a list agree. The contents of inner lists that are null are not checked.
template <class Of>
RF_HD Fault check_list(List<Of>& list) {
  if constexpr (detail::has_presence<Of>) {
    if (list.present.count < list.size()) return Fault::malformed_offsets;
  }
  if constexpr (is_nested<Of>) {
    int32_t const count = list.size();
    for (int32_t i = 0; i < count; ++i) {
      int64_t const begin = list.start(i) - list.start(0);
      int64_t const end = i + 1 < count ? list.start(i + 1) - list.start(0) : list.all.size();
      if (begin < 0 || end < begin || end > list.all.size()) return Fault::malformed_offsets;
    }
    for (int32_t i = 0; i < count; ++i) {
      if constexpr (has_presence<Of>) {
        if (list.present.data[i] == 0) continue;
      }
      auto inner = list.list_at(i);
      Fault const fault = check_list(inner);
      if (fault != Fault::none) return fault;
    }
    return Fault::none;
  } else if constexpr (is_text<UnderlyingType<Of>>) {
    return check_texts(list);
  } else {
    return Fault::none;
  }
}

}  // namespace detail

/// Returns the list of a row from the columns that hold its parts. A malformed list fails the row, and is empty.
template <class Of, class Out, class... Parts>
RF_HD List<Of> list(Out& out, int32_t column, Bytes const& values, Parts const&... parts) {
  Bytes const all[] = {values, parts...};
  List<Of> list;
  detail::take_parts(list, all);
  Fault const fault = detail::check_list(list);
  if (fault == Fault::none) return list;
  out.fault.raise(fault, column);
  return {};
}

template <class Of, class Out, class... Parts>
RF_HD Maybe<List<Of>> list(Out& out, int32_t column, Maybe<Bytes> const& values, Parts const&... parts) {
  if (!values.present()) return null;
  return list<Of>(out, column, *values, parts...);
}

namespace detail {

template <class Of, std::size_t first, class Out, class Row, std::size_t... part>
RF_HD auto list_of_columns(Out& out, Row const& row, std::index_sequence<part...>) {
  return list<Of>(out, static_cast<int32_t>(first), column<first + part>(row)...);
}

}  // namespace detail

/// Returns the list of a row whose parts are `parts` input columns, from column `first` on.
template <class Of, std::size_t first, std::size_t parts, class Out, class Row>
RF_HD auto list_column(Out& out, Row const& row) {
  return detail::list_of_columns<Of, first>(out, row, std::make_index_sequence<parts>{});
}

}  // namespace rowfuse
