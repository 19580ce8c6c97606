/// Keys of maps and sets: equality by SameValueZero (ECMA-262 7.2.11), and hashes that agree with it.
#pragma once

#include <bit>
#include <cstdint>

#include <rowfuse/heap/object.hpp>
#include <rowfuse/number/exact/wide_product.hpp>

namespace rowfuse::detail {

/// Mixes a word into a hash: the product of both, folded.
RF_HD RF_INLINE uint64_t mix_key(uint64_t hash, uint64_t word) {
  constexpr uint64_t factor = 0x9E37'79B9'7F4A'7C15u;
  Product const product = multiply(hash ^ word, factor ^ (hash >> 32));
  return (product.high ^ product.low) + word;
}

RF_HD RF_INLINE uint64_t hash_bytes(uint64_t hash, char const* data, int32_t size) {
  int32_t at = 0;
  for (; at + 8 <= size; at += 8) {
    uint64_t word = 0;
    for (int i = 0; i < 8; ++i) word |= static_cast<uint64_t>(byte_at(data + at + i)) << (8 * i);
    hash = mix_key(hash, word);
  }
  uint64_t word = static_cast<uint64_t>(size - at) << 56;
  for (int i = 0; at + i < size; ++i) word |= static_cast<uint64_t>(byte_at(data + at + i)) << (8 * i);
  return mix_key(hash, word);
}

/// Equal strings may lie in memory in different ways if they have lone surrogates. Such a string is hashed as the row's memory would hold it.
RF_HD RF_NOINLINE uint64_t hash_halves(Arena& arena, uint64_t hash, View key) {
  View const held = append(arena, View{nullptr, 0, View::ascii}, key);
  // The low half behind a lone high one does not belong to the string.
  bool const cut = (held.flags & View::high_tail) != 0 && held.size >= 4;
  if (!cut) return hash_bytes(hash, held.data, held.size);
  int32_t const rest = held.size - 4;
  return mix_key(hash_bytes(hash, held.data, rest), high_half(decode_character(held.data + rest, 4)));
}

RF_HD RF_INLINE uint64_t hash_key(Arena& arena, uint64_t hash, View const& key) {
  return key.plain() ? hash_bytes(hash, key.data, key.size) : hash_halves(arena, hash, key);
}
/// NaN is one key, and -0 is 0.
RF_HD RF_INLINE uint64_t hash_key(Arena&, uint64_t hash, double key) {
  return mix_key(hash, key != key ? 1 : std::bit_cast<uint64_t>(key + 0.0));
}
RF_HD RF_INLINE uint64_t hash_key(Arena&, uint64_t hash, bool key) { return mix_key(hash, key ? 1 : 0); }
RF_HD RF_INLINE uint64_t hash_key(Arena&, uint64_t hash, Int128 key) {
  return mix_key(mix_key(hash, static_cast<uint64_t>(key)), static_cast<uint64_t>(key >> 64));
}
template <class T>
RF_HD RF_INLINE uint64_t hash_key(Arena&, uint64_t hash, T* key) {
  return mix_key(hash, reinterpret_cast<uintptr_t>(key));
}
template <class... Ts>
RF_HD RF_INLINE uint64_t hash_key(Arena& arena, uint64_t hash, Variant<Ts...> const& key) {
  uint64_t const of_kind = mix_key(hash, key.kind());
  uint64_t hashed = 0;
  key.visit([&](auto const& value) { hashed = hash_key(arena, of_kind, value); });
  return hashed;
}
template <class T>
RF_HD RF_INLINE uint64_t hash_key(Arena& arena, uint64_t hash, Maybe<T> const& key) {
  return key.present() ? hash_key(arena, hash, *key) : mix_key(hash, key.is_null() ? 2 : 3);
}

/// The key as a map holds it: -0 is stored as 0.
template <class K>
RF_HD RF_INLINE K held_key(K const& key) {
  if constexpr (std::same_as<K, double>) {
    return key + 0.0;
  } else if constexpr (is_maybe<K>) {
    return key.present() ? K(held_key(*key)) : key;
  } else if constexpr (is_variant<K>) {
    K held{};
    key.visit([&held](auto const& value) { held = K(held_key(value)); });
    return held;
  } else {
    return key;
  }
}

}  // namespace rowfuse::detail
