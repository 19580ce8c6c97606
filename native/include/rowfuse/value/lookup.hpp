/// Constants by key or by place: `table[key]`, `map.get(key)`, `list[i]`. A key is found by SameValueZero (ECMA-262 7.2.11) and gives an
/// index into tables of constants, or -1. The compiler has chosen how to search; the searches differ only in speed.
#pragma once

#include <cstdint>
#include <cstring>

#include <rowfuse/base/constant_table.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/bytes/device_words.hpp>
#include <rowfuse/string/bytes/equal_bytes.hpp>
#include <rowfuse/string/form/view.hpp>
#include <rowfuse/string/unit/position.hpp>
#include <rowfuse/value/member.hpp>

namespace rowfuse {

// A search maps a 64-bit key, as in member.hpp, to its index. Tables are types of RF_TABLE.

/// Has no keys.
struct FindsNothing {
  RF_HD static constexpr int32_t find(uint64_t) { return -1; }
  RF_HD static constexpr int32_t find(View const&) { return -1; }
};

/// Compares with every key, which come in the order of their indices. Best for a few.
template <uint64_t... keys>
struct FindsCompared {
  RF_HD static constexpr int32_t find(uint64_t key) {
    int32_t index = -1;
    int32_t place = 0;
    ((index = key == keys ? place : index, ++place), ...);
    return index;
  }
};

/// For consecutive keys from `base` on.
template <uint64_t base, uint32_t count>
struct FindsConsecutive {
  RF_HD static constexpr int32_t find(uint64_t key) {
    uint64_t const distance = key - base;
    return distance < count ? static_cast<int32_t>(distance) : -1;
  }
};

/// For keys that lie close together: a table with an index for every key from `base` on.
template <uint64_t base, class Indices>
struct FindsDense {
  RF_HD static RF_INLINE int32_t find(uint64_t key) {
    uint64_t const distance = key - base;
    return distance < static_cast<uint64_t>(Indices::size) ? Indices::at(static_cast<uint32_t>(distance)) : -1;
  }
};

/// A perfect hash, like `DisplacedKeys` of member.hpp: one load for the displacement, one for the key.
template <class Displacements, class Slots, class Indices>
struct FindsHashed {
  RF_HD static RF_INLINE int32_t find(uint64_t key) {
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    auto const lower = static_cast<uint32_t>(hash);
    uint32_t const displacement = Displacements::at(lower & (Displacements::size - 1));
    uint32_t const slot = (static_cast<uint32_t>(hash >> 32) + displacement * (lower >> 8 | 1)) & (Slots::size - 1);
    return Slots::at(slot) == key ? static_cast<int32_t>(Indices::at(slot)) : -1;
  }
};

/// Binary search in keys in ascending order.
template <class Keys, class Indices>
struct FindsSorted {
  RF_HD static inline int32_t find(uint64_t key) {
    uint32_t low = 0;
    for (uint32_t count = Keys::size; count > 1; count -= count / 2) low += Keys::at(low + count / 2) <= key ? count / 2 : 0;
    return Keys::at(low) == key ? static_cast<int32_t>(Indices::at(low)) : -1;
  }
};

/// Returns the index of a number, a 64-bit bigint or a boolean. The indices of NaN, null and undefined are arguments, because those have no
/// key.
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(int64_t value) {
  return Search::find(static_cast<uint64_t>(value));
}
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(uint64_t value) {
  return Search::find(value);
}
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(int32_t value) {
  return Search::find(static_cast<uint64_t>(static_cast<int64_t>(value)));
}
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(bool value) {
  return Search::find(value ? 1 : 0);
}
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(double value) {
  if (value != value) return nan_at;
  if constexpr (detail::is_double_bits<Search>) {
    double const zero_is_positive = value + 0.0;
    uint64_t bits;
    memcpy(&bits, &zero_is_positive, sizeof bits);
    return detail::BitsSearch<Search>::Type::find(bits);
  } else {
    // The keys are integers within 2^53, so no other number is among them.
    if (!(value >= -9007199254740992.0 && value <= 9007199254740992.0)) return -1;
    auto const integer = static_cast<int64_t>(value);
    return static_cast<double>(integer) == value ? Search::find(static_cast<uint64_t>(integer)) : -1;
  }
}
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(Position const& value) {
  return find<Search, nan_at, null_at, undefined_at>(to_double(value));
}
#if defined(__SIZEOF_INT128__)
/// For bigints of 128 bits: `Fits` is the 64-bit form that holds all keys.
template <class Fits, class Search>
struct FindsNarrowed {
  RF_HD static RF_INLINE int32_t find(Int128 value) {
    auto const narrow = static_cast<Fits>(value);
    return static_cast<Int128>(narrow) == value ? Search::find(static_cast<uint64_t>(narrow)) : -1;
  }
};
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(Int128 value) {
  return Search::find(value);
}
#endif
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1>
RF_HD RF_INLINE int32_t find(View const& value) {
  return Search::find(value);
}
template <class Search, int32_t nan_at = -1, int32_t null_at = -1, int32_t undefined_at = -1, class T>
RF_HD RF_INLINE int32_t find(Maybe<T> const& value) {
  if (value.present()) return find<Search, nan_at>(*value);
  return value.is_null() ? null_at : undefined_at;
}

/// Returns the index of the first key that equals the value, or -1: for a few strings, and for the widest bigints.
template <class T, class... Keys>
RF_HD RF_INLINE int32_t place_among(T const& value, Keys const&... keys) {
  int32_t index = -1;
  int32_t place = 0;
  static_cast<void>(((equal(value, keys) ? (index = place, true) : (++place, false)) || ...));
  return index;
}

/// A 64-bit hash of a string's bytes, four at a time. The compiler computes the same for its keys.
RF_HD RF_INLINE uint64_t text_hash(char const* data, int32_t size) {
  uint64_t hash = static_cast<uint64_t>(static_cast<uint32_t>(size)) * 0x9E3779B97F4A7C15u;
  auto const mix = [&](uint32_t word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
    hash ^= hash >> 29;
  };
#if defined(RF_DEVICE_PASS)
  if (size <= 0) return hash;
  detail::WordReader words(data);
  for (int32_t left = size; left > 0; left -= 4) mix(detail::low_bytes(words.next(left), left));
#else
  int32_t at = 0;
  for (; at + 4 <= size; at += 4) {
    mix(detail::byte_at(data + at) | detail::byte_at(data + at + 1) << 8 | detail::byte_at(data + at + 2) << 16 |
        detail::byte_at(data + at + 3) << 24);
  }
  if (at < size) {
    uint32_t word = 0;
    for (int32_t i = at; i < size; ++i) word |= detail::byte_at(data + i) << (8 * (i - at));
    mix(word);
  }
#endif
  return hash;
}

/// Strings stored back to back, each given by its end.
template <class Bytes, class Ends, uint32_t flags = 0>
struct Texts {
  RF_HD static RF_INLINE View at(uint32_t i) {
    uint32_t const begin = i == 0 ? 0 : Ends::at(i - 1);
    return View(Bytes::data() + begin, static_cast<int32_t>(Ends::at(i) - begin), flags | View::padded);
  }
  static constexpr int32_t size = Ends::size;
};

/// Finds strings of one byte, which are ASCII characters, in a table with an index for each of them; `Longer` finds all others.
template <class Indices, class Longer>
struct FindsUnit {
  RF_HD static RF_INLINE int32_t find(View const& text) {
    static_assert(Indices::size == 128);
    // Bytes that change meanwhile must not lead outside the table.
    if (text.size == 1) return Indices::at(detail::byte_at(text.data) & 127);
    return Longer::find(text);
  }
};

/// Finds well-formed strings of `shortest` to `longest` bytes by their hash, which at most one key has; that key is compared.
template <class Search, class Keys, int32_t shortest, int32_t longest>
struct FindsText {
  RF_HD static inline int32_t find(View const& text) {
    // Other texts need not be hashed.
    if (text.size < shortest || text.size > longest) return -1;
    // A view that begins or ends within a surrogate pair equals no well-formed string.
    if ((text.flags & (View::low_head | View::high_tail)) != 0) return -1;
    int32_t const index = Search::find(text_hash(text.data, text.size));
    if (index < 0) return -1;
    View const key = Keys::at(static_cast<uint32_t>(index));
    return key.size == text.size && detail::equal_bytes(key.data, text.data, text.size) ? index : -1;
  }
};

/// Returns the index if it is a place in a list of `count` elements, as in `list[i]`, and -1 otherwise.
RF_HD RF_INLINE int32_t list_index(int32_t index, int32_t count) { return index >= 0 && index < count ? index : -1; }
RF_HD RF_INLINE int32_t list_index(double index, int32_t count) {
  if (!(index >= 0 && index < count)) return -1;
  auto const place = static_cast<int32_t>(index);
  return static_cast<double>(place) == index ? place : -1;
}
RF_HD RF_INLINE int32_t list_index(Position const& index, int32_t count) { return list_index(to_double(index), count); }

/// ECMA-262 23.1.3.1 `list.at(i)`: a negative index counts from the end.
RF_HD RF_INLINE int32_t list_at(int32_t index, int32_t count) { return list_index(index < 0 ? index + count : index, count); }
RF_HD RF_INLINE int32_t list_at(double index, int32_t count) {
  if (index != index) return list_index(0, count);
  if (!(index > -2147483648.0 && index < 2147483648.0)) return -1;
  return list_at(static_cast<int32_t>(index), count);
}
RF_HD RF_INLINE int32_t list_at(Position const& index, int32_t count) { return list_at(to_double(index), count); }

/// Returns the index. An index of -1 fails the row, because JavaScript throws a TypeError for a property of undefined.
template <class Out>
RF_HD RF_INLINE int32_t present_index(Out& out, int32_t index, int32_t count) {
  if (index >= 0 && index < count) return index;
  out.fault.raise(Fault::absent_object, -1);
  return 0;
}

/// Returns the index of an own property. An index from `count` on is an inherited property, which fails the row.
template <class Out>
RF_HD RF_INLINE int32_t own_index(Out& out, int32_t index, int32_t count) {
  if (index < count) return index;
  out.fault.raise(Fault::inherited_name, -1);
  return -1;
}

/// Returns a place in a table of tables with `count` places each, or -1.
RF_HD RF_INLINE int32_t nested_index(int32_t outer, int32_t inner, int32_t count) {
  return outer < 0 || inner < 0 ? -1 : outer * count + inner;
}

namespace detail {

/// Converts an index to a place in a table; an invalid index becomes a place past every table.
RF_HD constexpr uint32_t table_place(int32_t index) { return static_cast<uint32_t>(index); }
RF_HD constexpr uint32_t table_place(double index) { return index >= 0 && index < 2147483648.0 ? static_cast<uint32_t>(index) : ~0u; }

}  // namespace detail

/// Returns the entry at an index, which must be within the table.
template <class Table, class Index>
RF_HD RF_INLINE auto pick_present(Index index) {
  return Table::at(detail::table_place(index));
}

/// Returns the entry at an index; undefined past the table.
template <class Table, class Index>
RF_HD RF_INLINE auto pick(Index index) {
  using Value = decltype(Table::at(0));
  uint32_t const place = detail::table_place(index);
  return place < static_cast<uint32_t>(Table::size) ? Maybe<Value>(Table::at(place)) : Maybe<Value>(undefined);
}

/// Returns the entry at an index of a table in which some entries are null (1 in `Absent`) or undefined (2).
template <class Table, class Absent, class Index>
RF_HD RF_INLINE auto pick(Index index) {
  using Value = decltype(Table::at(0));
  uint32_t const place = detail::table_place(index);
  if (place >= static_cast<uint32_t>(Table::size)) return Maybe<Value>(undefined);
  int32_t const absent = Absent::at(place);
  if (absent != 0) return absent == 1 ? Maybe<Value>(null) : Maybe<Value>(undefined);
  return Maybe<Value>(Table::at(place));
}

}  // namespace rowfuse
