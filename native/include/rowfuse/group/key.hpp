/// Keys of groups: their equality and their order. Null is a key like others, all NaNs are one key, and 0 and -0 are one key.
#pragma once

#include <cstdint>
#include <type_traits>

#include <rowfuse/base/constants.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/group/kept_text.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/form/view.hpp>

namespace rowfuse::group {

/// Returns the representative of all values that are the same key.
template <class Storage>
RF_HD RF_INLINE Storage canonical(Storage value) {
  if constexpr (std::is_floating_point_v<Storage>) {
    if (value != value) return static_cast<Storage>(nan());
    return value + Storage{0};  // -0 + 0 is 0
  } else {
    return value;
  }
}

/// Returns the bits of a canonical value, which differ for different keys.
template <class Storage>
RF_HD RF_INLINE std::uint64_t key_bits(Storage value) {
  if constexpr (std::is_same_v<Storage, double>) {
    return __builtin_bit_cast(std::uint64_t, value);
  } else if constexpr (std::is_same_v<Storage, float>) {
    return __builtin_bit_cast(std::uint32_t, value);
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

/// The word that is hashed for null. One integer has the same hash.
inline constexpr std::uint64_t null_word = 0x4D5A'2DA5'1DE1'AA47u;

/// Compares canonical values and returns a number below, equal to or above 0: ascending, NaN after all numbers, false before true.
template <class Storage>
RF_HD std::int32_t compare_values(Storage a, Storage b) {
  if constexpr (std::is_floating_point_v<Storage>) {
    if (a != a || b != b) return static_cast<std::int32_t>(a != a) - static_cast<std::int32_t>(b != b);
  }
  return a < b ? -1 : static_cast<std::int32_t>(b < a);
}

}  // namespace rowfuse::group
