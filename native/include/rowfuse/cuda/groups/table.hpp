#pragma once

#include <cstdint>

#include <rowfuse/group/hash.hpp>

namespace rowfuse::cuda {

/// The counters of a launch, in device memory.
struct GroupCounters {
  std::uint64_t arena_used;    ///< bytes; if larger than the arena, all of it is used
  std::uint64_t scratch_used;  ///< bytes, of this launch
  std::uint64_t rows;          ///< of the input, of this launch
  std::uint64_t added;         ///< output rows of this launch, if one input row becomes any number; at least as many as were added
  std::uint64_t fault;         ///< pack_fault of the lowest failing row (for lines: of the byte at which it begins), or 0
  std::uint64_t tail;          ///< the start of the text after the last line end; only if there is any
  std::uint32_t groups;
  std::uint32_t ticket;        ///< ranges taken by this launch
  std::uint32_t rests;         ///< entries in the list of the remaining ranges
  std::uint32_t stop;          ///< not 0: no more room for groups, for computed text, or in the words
};

/// A group's entry in the hash table, one sector. It never changes once its `hash` is set.
///   words 0     hash; 0 of none, 1 while it is written
///   word 1      number of the group, plus 1
///   words 2..7  the key, see cuda/groups/key.cuh
struct alignas(32) GroupSlot {
  std::uint32_t words[8];
};

inline constexpr std::uint32_t slot_empty = 0;
inline constexpr std::uint32_t slot_busy = 1;

inline constexpr std::uint32_t no_group = ~0u;

/// All groups of an aggregation, in global memory: open addressing, with groups numbered in the order in which they were found.
struct GroupTable {
  GroupSlot* slots = nullptr;        ///< zero at first
  std::uint32_t slot_mask = 0;       ///< the number of slots, a power of two, minus 1; at least twice `most_groups`
  std::uint32_t most_groups = 0;
  std::uint32_t* slot_of = nullptr;  ///< by group
  std::uint64_t* words = nullptr;    ///< by group, GroupShape::words per group; zero at first
  char* arena = nullptr;             ///< keys that do not fit a slot; zero at first, aligned to 8
  std::uint64_t arena_bytes = 0;
  char* scratch = nullptr;           ///< text that a row computes, until the row has been added
  std::uint64_t scratch_bytes = 0;
  std::uint64_t most_rows = 0;       ///< of this launch: after so many rows, only rows that threads have begun are added
  GroupCounters* counters = nullptr;
  group::HashSecret secret;          ///< of this process

#if defined(__CUDACC__)
  /// Takes memory for computed text until the launch is over; null if there is none left.
  __device__ char* take_scratch(std::uint64_t bytes) const {
    std::uint64_t const at =
        atomicAdd(reinterpret_cast<unsigned long long*>(&counters->scratch_used), static_cast<unsigned long long>(bytes));
    return at + bytes <= scratch_bytes ? scratch + at : nullptr;
  }

  /// Counts rows that were added. Returns false if the words must be emptied before more are added.
  __device__ bool count_added(std::uint64_t rows) const {
    std::uint64_t const before = atomicAdd(reinterpret_cast<unsigned long long*>(&counters->added), static_cast<unsigned long long>(rows));
    if (before + rows < most_rows) return true;
    counters->stop = 1;
    return false;
  }

  /// Returns the number of a key's group, and inserts one if there is none. Returns `no_group` if there is no room.
  template <class Key>
  __device__ __forceinline__ std::uint32_t find(Key const& key) const {
    for (std::uint32_t at = key.hash & slot_mask;; at = (at + 1) & slot_mask) {
      auto const* const pieces = reinterpret_cast<uint4 const*>(slots + at);
      uint4 const first = pieces[0];
      uint4 const second = pieces[1];
      // Plain loads: the L1 cache may hold the slot as it was before it was written, wholly or in part; the rest is zero. No key equals
      // such a slot, and a slot that is not equal is read again.
      if (first.x == key.hash && first.y != 0 && key.equals(first, second, arena)) return first.y - 1;
      if (first.x > slot_busy && first.x != key.hash) continue;
      std::uint32_t const group = settle(key, at);
      if (group != other_key) return group;
    }
  }

 private:
  static constexpr std::uint32_t other_key = no_group - 1;

  __device__ static std::uint32_t load_acquire(std::uint32_t const* word) {
#if defined(__CUDA_ARCH__)
    std::uint32_t value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
#else
    return *word;
#endif
  }
  __device__ static void store_release(std::uint32_t* word, [[maybe_unused]] std::uint32_t value) {
#if defined(__CUDA_ARCH__)
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
#else
    *word = value;
#endif
  }

  /// Finds a key in a slot or inserts it there; rare. The key is passed by value, so that the caller can keep it in registers.
  template <class Key>
  __device__ __noinline__ std::uint32_t settle(Key key, std::uint32_t at) const {
    GroupSlot* const slot = slots + at;
    for (;;) {
      std::uint32_t const hash = load_acquire(slot->words);
      if (hash == slot_busy) {
        __nanosleep(50);
      } else if (hash == slot_empty) {
        if (*static_cast<std::uint32_t volatile*>(&counters->groups) >= most_groups) return no_group;
        if (atomicCAS(slot->words, slot_empty, slot_busy) != slot_empty) continue;
        std::uint32_t const group = insert(key, slot, at);
        store_release(slot->words, group == no_group ? slot_empty : key.hash);
        return group;
      } else if (hash != key.hash) {
        return other_key;
      } else {
        auto const* const pieces = reinterpret_cast<uint4 const*>(slot);
        uint4 const first = __ldcg(pieces);
        return key.equals(first, __ldcg(pieces + 1), arena) ? first.y - 1 : other_key;
      }
    }
  }

  template <class Key>
  __device__ std::uint32_t insert(Key const& key, GroupSlot* slot, std::uint32_t at) const {
    std::uint64_t place = 0;
    std::uint64_t const bytes = key.arena_bytes();
    if (bytes != 0) {
      place = atomicAdd(reinterpret_cast<unsigned long long*>(&counters->arena_used), static_cast<unsigned long long>(bytes));
      // Not undone: a place that another key has taken meanwhile would be given to a third one.
      if (place + bytes > arena_bytes) return no_group;
    }
    std::uint32_t const group = atomicAdd(&counters->groups, 1u);
    if (group >= most_groups) {
      atomicSub(&counters->groups, 1u);
      return no_group;
    }
    slot_of[group] = at;
    key.store(slot->words, arena, place);
    slot->words[1] = group + 1;
    return group;
  }
#endif
};

#if defined(__CUDACC__)
/// Moves a group from the smaller slots, to which `slot_of` still points, into the table.
__device__ inline void rehash_group(GroupSlot const* from, GroupTable const& table, std::uint32_t group) {
  GroupSlot const slot = from[table.slot_of[group]];
  for (std::uint32_t at = slot.words[0] & table.slot_mask;; at = (at + 1) & table.slot_mask) {
    if (atomicCAS(table.slots[at].words, slot_empty, slot.words[0]) != slot_empty) continue;
    for (int i = 1; i < 8; ++i) table.slots[at].words[i] = slot.words[i];
    table.slot_of[group] = at;
    return;
  }
}
#endif

}  // namespace rowfuse::cuda
