/// True if a value is one of many constants, by SameValueZero (ECMA-262 7.2.11): `includes` of a constant array, `has` of a constant `Set`.
/// The compiler has chosen how to search; the searches differ only in speed.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/base/maybe.hpp>
#include <rowfuse/number/bigint/int128.hpp>
#include <rowfuse/string/search/compare.hpp>
#include <rowfuse/string/unit/position.hpp>
#include <rowfuse/value/equal.hpp>

namespace rowfuse {

// A search looks for a 64-bit key among its constants. The key of an integer is its two's complement; the key of any other number is its
// bits, see DoubleBits.

/// Has no keys.
struct NoKeys {
  RF_HD static constexpr bool contains(uint64_t) { return false; }
};

/// Compares with every key. Best for a few.
template <uint64_t... keys>
struct ComparedKeys {
  RF_HD static constexpr bool contains(uint64_t key) { return ((key == keys) || ...); }
};

/// For keys that lie close together: a mask with one bit per key from `base` on.
template <uint64_t base, uint64_t... words>
struct MaskedKeys {
  RF_HD static bool contains(uint64_t key) {
    uint64_t const bit = key - base;
    if constexpr (sizeof...(words) == 1) {
      return bit < 64 && ((words | ...) >> bit & 1) != 0;
    } else {
      static constexpr uint64_t mask[] = {words...};
      return bit < 64 * sizeof...(words) && (mask[bit >> 6] >> (bit & 63) & 1) != 0;
    }
  }
};

/// A perfect hash: no two keys share a slot, so that one load and one comparison decide. The slot is the upper `bits` bits of a product
/// (Dietzfelbinger et al., "A reliable randomized algorithm for the closest-pair problem", 1997: multiply-shift). `slots` holds keys less
/// `base`, which fit in 32 bits. A slot without a key of its own holds a key of another slot.
template <uint64_t base, uint32_t multiplier, int bits, uint32_t... slots>
struct HashedKeys {
  RF_HD static bool contains(uint64_t key) {
    static_assert(sizeof...(slots) == size_t{1} << bits);
    static constexpr uint32_t table[] = {slots...};
    uint64_t const offset = key - base;
    auto const low = static_cast<uint32_t>(offset);
    return (table[low * multiplier >> (32 - bits)] == low) & (offset >> 32 == 0);
  }
};

/// A perfect hash, as above, for keys that do not fit in 32 bits.
template <uint64_t multiplier, int bits, uint64_t... slots>
struct HashedWideKeys {
  RF_HD static bool contains(uint64_t key) {
    static_assert(sizeof...(slots) == size_t{1} << bits);
    static constexpr uint64_t table[] = {slots...};
    return table[key * multiplier >> (64 - bits)] == key;
  }
};

/// A perfect hash for many keys. The product's lower bits choose a displacement, which is added to its upper bits as many times as further
/// bits say (Belazzougui, Botelho, Dietzfelbinger, "Hash, displace, and compress", 2009).
template <class Displacements, class Slots>
struct DisplacedKeys;
template <uint16_t... values>
struct Displacements {};
template <uint64_t... keys>
struct Slots {};
template <uint16_t... displacements, uint64_t... slots>
struct DisplacedKeys<Displacements<displacements...>, Slots<slots...>> {
  RF_HD static bool contains(uint64_t key) {
    static constexpr uint16_t displaced[] = {displacements...};
    static constexpr uint64_t table[] = {slots...};
    uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
    auto const lower = static_cast<uint32_t>(hash);
    uint32_t const displacement = displaced[lower & (sizeof...(displacements) - 1)];
    uint32_t const place = static_cast<uint32_t>(hash >> 32) + displacement * (lower >> 8 | 1);
    return table[place & (sizeof...(slots) - 1)] == key;
  }
};

/// The keys are the bits of doubles; 0 also stands for -0.
template <class Search>
struct DoubleBits {};

/// The values that a list holds besides its keys.
inline constexpr unsigned also_null = 1;
inline constexpr unsigned also_undefined = 2;
inline constexpr unsigned also_nan = 4;

namespace detail {

template <class Search>
inline constexpr bool is_double_bits = false;
template <class Search>
inline constexpr bool is_double_bits<DoubleBits<Search>> = true;

template <class Search>
struct BitsSearch;
template <class Search>
struct BitsSearch<DoubleBits<Search>> {
  using Type = Search;
};

}  // namespace detail

/// True if `value` is one of the constants of `Search`, or one of the values that `also` names.
template <class Search, unsigned also = 0>
RF_HD RF_INLINE bool member(int64_t value) {
  return Search::contains(static_cast<uint64_t>(value));
}
template <class Search, unsigned also = 0>
RF_HD RF_INLINE bool member(uint64_t value) {
  return Search::contains(value);
}
/// The constants have 64 bits: all of them are int64_t, or all are uint64_t. A negative one is below -2^63 + 2^64.
template <class Search, unsigned also = 0>
RF_HD RF_INLINE bool member(int32_t value) {
  return Search::contains(static_cast<uint64_t>(static_cast<int64_t>(value)));
}
template <class Search, unsigned also = 0>
RF_HD RF_INLINE bool member(double value) {
  if constexpr ((also & also_nan) != 0) {
    if (value != value) return true;
  }
  if constexpr (detail::is_double_bits<Search>) {
    double const zero_is_positive = value + 0.0;
    uint64_t bits;
    memcpy(&bits, &zero_is_positive, sizeof bits);
    return detail::BitsSearch<Search>::Type::contains(bits);
  } else {
    // The constants are integers within 2^53, so no other number is among them.
    if (!(value >= -9007199254740992.0 && value <= 9007199254740992.0)) return false;
    auto const integer = static_cast<int64_t>(value);
    return (static_cast<double>(integer) == value) & Search::contains(static_cast<uint64_t>(integer));
  }
}
template <class Search, unsigned also = 0>
RF_HD RF_INLINE bool member(Position const& value) {
  return member<Search, also>(to_double(value));
}
#if defined(__SIZEOF_INT128__)
/// For 128-bit bigints: `Fits` is the 64-bit form that holds all constants.
template <class Fits, class Search>
struct NarrowedKeys {
  RF_HD static constexpr bool contains(Int128 value) {
    auto const narrow = static_cast<Fits>(value);
    return static_cast<Int128>(narrow) == value && Search::contains(static_cast<uint64_t>(narrow));
  }
};
template <class Search, unsigned also = 0>
RF_HD RF_INLINE bool member(Int128 value) {
  return Search::contains(value);
}
#endif

// This overload comes last: lookup finds the overloads for built-in number types only if they are declared before it.
template <class Search, unsigned also = 0, class T>
RF_HD RF_INLINE bool member(Maybe<T> const& value) {
  if (value.present()) return member<Search, also>(*value);
  return (also & (value.is_null() ? also_null : also_undefined)) != 0;
}

/// True if `value` equals one of the constants, compared one by one: for strings, booleans and the widest bigints.
template <class T, class... Constants>
RF_HD RF_INLINE bool one_of(T const& value, Constants const&... constants) {
  return (equal(value, constants) || ...);
}

/// Returns a string's size in bytes, or -1 for a view that begins or ends within a surrogate pair. Such a view equals no well-formed
/// string; the bytes of any other view decide what it equals.
RF_HD RF_INLINE int32_t well_formed_size(View const& view) {
  return (view.flags & (View::low_head | View::high_tail)) == 0 ? view.size : -1;
}

/// True if `find` finds the string; for an absent one, true if `also` names its kind.
template <unsigned also, class Find>
RF_HD RF_INLINE bool member_text(View const& value, Find const& find) {
  return find(value);
}
template <unsigned also, class Find>
RF_HD RF_INLINE bool member_text(Maybe<View> const& value, Find const& find) {
  if (value.present()) return find(*value);
  return (also & (value.is_null() ? also_null : also_undefined)) != 0;
}

}  // namespace rowfuse
