/// `Map` and `Set` of the row's memory.
#pragma once

#include <cstdint>

#include <rowfuse/heap/key.hpp>
#include <rowfuse/heap/shared_array.hpp>

namespace rowfuse {

namespace detail {

/// A key with its value, or the place of one that was deleted.
template <class K, class V>
struct MapEntry {
  K key{};
  V value{};
  bool is_there = false;
};

/// The value of each key of a set: nothing.
struct KeyAlone {};

}  // namespace detail

/// A map that is iterated in the order in which its keys were first set (ECMA-262 24.1). Entries lie in that order and are never moved to
/// other places, so that a place in an iteration stays valid while the map changes; a deleted entry leaves an empty place. Up to
/// `most_scanned` entries are searched one by one, more by a table of places with linear probing.
///
/// Hashes depend on the map's address, so that they differ from process to process.
template <class K, class V>
class Map {
 public:
  using Key = K;
  using Value = V;

  RF_HD RF_INLINE int32_t size() const { return live_; }

  RF_HD RF_INLINE bool has(Arena& arena, K const& key) const { return find(arena, key) >= 0; }

  RF_HD RF_INLINE auto get(Arena& arena, K const& key) const {
    using Result = typename ElementOrUndefined<V>::Type;
    int32_t const place = find(arena, key);
    return place < 0 ? Result(undefined) : Result(entries_.data[place].value);
  }

  /// Returns false if the row has to end.
  RF_HD bool set(Arena& arena, K const& key, V const& value) {
    int32_t const place = find(arena, key);
    if (place >= 0) {
      entries_.data[place].value = value;
      return true;
    }
    int32_t const before = entries_.count;
    entries_ = array_push(arena, entries_, Entry{detail::held_key(key), value, true});
    if (entries_.count == before) return false;
    ++live_;
    return insert_place(arena, before);
  }

  /// A set's `add`.
  RF_HD RF_INLINE bool add(Arena& arena, K const& key) { return set(arena, key, V{}); }

  /// `delete`: true if there was an entry.
  RF_HD bool remove(Arena& arena, K const& key) {
    int32_t const place = find(arena, key);
    if (place < 0) return false;
    entries_.data[place].is_there = false;
    --live_;
    // A queue deletes its first key again and again, so leading places that are empty are passed once.
    while (first_ < entries_.count && !entries_.data[first_].is_there) ++first_;
    return true;
  }

  /// Deletes all entries. Iterations go on behind them.
  RF_HD void clear() {
    for (int32_t i = first_; i < entries_.count; ++i) entries_.data[i].is_there = false;
    first_ = entries_.count;
    live_ = 0;
  }

  /// Returns the first place from `place` on that has an entry, or -1.
  RF_HD RF_INLINE int32_t next(int32_t place) const {
    for (int32_t at = place < first_ ? first_ : place; at < entries_.count; ++at)
      if (entries_.data[at].is_there) return at;
    return -1;
  }
  RF_HD RF_INLINE K const& key_at(int32_t place) const { return entries_.data[place].key; }
  RF_HD RF_INLINE V const& value_at(int32_t place) const { return entries_.data[place].value; }

 protected:
  using Entry = detail::MapEntry<K, V>;
  static constexpr int32_t most_scanned = 8;

  RF_HD RF_HOST_INLINE int32_t find(Arena& arena, K key) const {
    if (table_ == nullptr) {
      for (int32_t at = first_; at < entries_.count; ++at)
        if (holds(at, key)) return at;
      return -1;
    }
    for (uint32_t at = hash(arena, key);; ++at) {
      int32_t const place = table_[at & mask_];
      if (place < 0) return -1;
      if (holds(place, key)) return place;
    }
  }

  RF_HD RF_INLINE bool holds(int32_t place, K const& key) const {
    return entries_.data[place].is_there && detail::is_same_element(entries_.data[place].key, key, true);
  }

  RF_HD RF_INLINE uint32_t hash(Arena& arena, K const& key) const {
    uint64_t const hash = detail::hash_key(arena, reinterpret_cast<uintptr_t>(this) * 0xD6E8'FEB8'6659'FD93u, key);
    return static_cast<uint32_t>(hash ^ hash >> 32);
  }

  /// Enters the place of a new entry into the table, which is enlarged before half of it is taken. Places of deleted entries stay in it.
  RF_HD bool insert_place(Arena& arena, int32_t place) {
    if (entries_.count <= most_scanned) return true;
    if (table_ != nullptr && 2 * int64_t{entries_.count} <= int64_t{mask_} + 1) {
      enter(arena, place);
      return true;
    }
    return enlarge_table(arena);
  }

  RF_HD RF_NOINLINE bool enlarge_table(Arena& arena) {
    int64_t slots = table_ == nullptr ? int64_t{4} * most_scanned : 2 * (int64_t{mask_} + 1);
    while (slots < 2 * int64_t{entries_.count}) slots *= 2;
    auto* const table = reinterpret_cast<int32_t*>(arena.take_fixed(slots * int64_t{sizeof(int32_t)}));
    if (table == nullptr) return false;
    for (int64_t i = 0; i < slots; ++i) table[i] = -1;
    table_ = table;
    mask_ = static_cast<uint32_t>(slots - 1);
    for (int32_t at = first_; at < entries_.count; ++at)
      if (entries_.data[at].is_there) enter(arena, at);
    return true;
  }

  RF_HD RF_INLINE void enter(Arena& arena, int32_t place) {
    uint32_t at = hash(arena, entries_.data[place].key);
    while (table_[at & mask_] >= 0) ++at;
    table_[at & mask_] = place;
  }

  Array<Entry> entries_;
  int32_t* table_ = nullptr;
  uint32_t mask_ = 0;
  int32_t live_ = 0;
  int32_t first_ = 0;
};

template <class K>
using Set = Map<K, detail::KeyAlone>;

}  // namespace rowfuse
