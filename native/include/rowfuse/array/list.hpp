/// Lists of columns: elements that lie side by side in memory.
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

/// What arrays hold of a column's values: numbers as doubles, bigints in 128 bits.
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

/// Whether a byte an element says which are null.
template <class Of>
inline constexpr bool has_presence = is_nullable<Of> || is_required<Of>;

/// Goes through a list: its elements are made as they are asked for.
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
  L list_;  // a copy: what is gone through may be a value of the moment
  int32_t index_;
};

/// An int32 of some bytes, as it stands in memory.
RF_HD RF_INLINE int64_t int32_at(Bytes const& bytes, int32_t index) {
  int32_t at;
  __builtin_memcpy(&at, bytes.data + static_cast<int64_t>(index) * 4, sizeof at);
  return at;
}

RF_HD RF_INLINE Bytes bytes_part(Bytes const& bytes, int64_t from, int64_t to) {
  return Bytes(bytes.data + from, static_cast<int32_t>(to - from));
}

}  // namespace detail

/// The elements of one row, which a column of type `Of` would store. Nothing changes them.
template <class Of>
struct List {
  using Element = typename detail::ListElement<Of>::Result;
  using Type = UnderlyingType<Of>;

  Bytes values;           ///< of all elements; of booleans a byte each
  Bytes starts;           ///< of text and bytes: where each element begins, in int32, from the first one's on
  Bytes present;          ///< where there may be nulls: a byte each, 0 for a null
  uint32_t flags = 0;     ///< of all text

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
      // Within the row's bytes, whatever the starts say by now.
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

  /// The int32 of an element, as it stands in memory.
  RF_HD RF_INLINE int64_t start(int32_t index) const { return detail::int32_at(starts, index); }

  /// The elements [from, to), which are within the list.
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

/// The type of elements that are lists themselves, of such elements as a column of type `Of` would store.
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

/// Lists in a list: all of their elements as one list, and where each begins in it.
template <class Of>
  requires is_nested<Of>
struct List<Of> {
  using Element = typename detail::ListElement<Of>::Result;
  using Inner = typename UnderlyingType<Of>::Inner;
  using Iterator = detail::ListIterator<List>;

  Inner all;      ///< the elements of all lists, one list behind the other
  Bytes starts;   ///< where each list begins, in int32, from the first one's on
  Bytes present;  ///< where there may be nulls: a byte each, 0 for a null

  RF_HD RF_INLINE int32_t size() const { return starts.count / 4; }

  RF_HD RF_INLINE Element at(int32_t index) const {
    if constexpr (is_nullable<Of>) {
      if (present.data[index] == 0) return null;
    }
    return list_at(index);
  }

  /// The list at a place, whether or not it is null.
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
  /// Where the elements of a list begin among all, and so where those of the one before it end.
  RF_HD RF_INLINE int32_t place(int32_t index) const {
    if (index >= size()) return all.size();
    int64_t const at = start(index) - start(0);
    return at < 0 ? 0 : at < all.size() ? static_cast<int32_t>(at) : all.size();
  }
};

/// Every array is true.
template <class Of>
RF_HD constexpr bool truthy(List<Of> const&) {
  return true;
}

namespace detail {

/// Elements must begin one behind the other, within the row's bytes, and be UTF-8 where they are text that is not null.
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

/// Takes the parts of a list, which stand one behind the other.
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

/// Whether the parts of a list agree. What lies in a list that is null is not looked at.
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

/// The list of a row out of the columns that hold its parts. One that is malformed is a fault of the row, and empty.
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

/// The list of a row whose parts are so many input columns, from column `first` on.
template <class Of, std::size_t first, std::size_t parts, class Out, class Row>
RF_HD auto list_column(Out& out, Row const& row) {
  return detail::list_of_columns<Of, first>(out, row, std::make_index_sequence<parts>{});
}

}  // namespace rowfuse
