#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/cpu/groups/group_memory.hpp>
#include <rowfuse/cpu/groups/key_cells.hpp>
#include <rowfuse/cpu/memory/growing_memory.hpp>
#include <rowfuse/cpu/memory/huge_pages.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/group/grouping.hpp>
#include <rowfuse/group/hash.hpp>
#include <rowfuse/group/hash_secret.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cpu {

/// The memory layout of a group.
template <class Transform>
struct GroupOf {
  using Keys = KeyCells<group::KeysOf<Transform>>;
  using State = group::StateOf<Transform>;

  Keys keys;
  State state;
};

/// Groups by key. Open addressing over slots of 8 bytes, which are chosen by the highest bits of a hash; the groups themselves are stored
/// in order of insertion. Neighbouring slots have neighbouring hashes. So the table grows in one pass over old and new slots. Groups whose
/// hashes begin with the same bits lie side by side, so tables can be merged in independent parts.
template <class Transform>
class GroupTable {
 public:
  using Group = GroupOf<Transform>;
  using Keys = typename Group::Keys;
  static_assert(std::is_trivially_copyable_v<Group>, "a table moves its groups by their bytes");

  GroupTable(GroupTable const&) = delete;
  GroupTable& operator=(GroupTable const&) = delete;
  /// Has room for `room` groups. All hashes begin with the same `skipped` bits.
  GroupTable(int skipped, std::int64_t room, MemoryBudget* budget) : skipped_{skipped}, share_of_slots_{budget}, memory_{budget} {
    memory_of_groups_.count_in(budget);
    int bits = first_bits;
    while (capacity_of(bits) < room && bits + skipped < most_bits) ++bits;
    exhausted_ = !grow(bits);
  }
  ~GroupTable() { std::free(slots_); }

  std::int64_t size() const { return size_; }
  Group const& operator[](std::int64_t index) const { return groups()[index]; }
  GroupMemory& memory() { return memory_; }
  GroupMemory const& memory() const { return memory_; }
  /// True if there was no memory; everything added since is undefined.
  bool exhausted() const { return exhausted_ || memory_.exhausted(); }

  /// Returns the hash bits that choose the place of a key.
  RF_INLINE std::uint32_t tag_of(Keys const& keys) const { return group::hash_tag(secret_, keys.hash(secret_)); }

  /// Returns the group of a key. Its address is valid until the next call.
  RF_INLINE Group& find(Keys const& keys, std::uint32_t tag) {
    std::uint32_t at = slot_of(tag);
    for (;;) {
      std::uint64_t const slot = slots_[at];
      if (RF_UNLIKELY(slot == 0)) return insert(keys, tag, at);
      if (RF_LIKELY(static_cast<std::uint32_t>(slot >> 32) == tag)) {
        Group& found = groups()[static_cast<std::uint32_t>(slot) - 1];
        if (RF_LIKELY(found.keys.same(keys))) return found;
      }
      at = (at + 1) & mask_;
    }
  }

  /// True if the table is larger than the nearer caches.
  bool is_large() const { return bits_ > small_bits; }
  /// Prefetches the slot of a key that will be looked up soon.
  RF_INLINE void expect(std::uint32_t tag) const { prefetch(slots_ + slot_of(tag)); }
  /// Prefetches the group of the first slot with this tag, shortly before the lookup. One in five is behind slots of other keys.
  /// Prefetching the group of the first slot, whatever its key, took 205 ns per row instead of 180 with a million groups in random order.
  /// Returns the group's number plus 1, or 0 if there is none.
  RF_INLINE std::uint32_t expect_group(std::uint32_t tag) const {
    std::uint32_t at = slot_of(tag);
    while (slots_[at] != 0 && static_cast<std::uint32_t>(slots_[at] >> 32) != tag) at = (at + 1) & mask_;
    expect_numbered(slots_[at]);
    return static_cast<std::uint32_t>(slots_[at]);
  }
  /// True if a lookup, or adding a row, may read text that a group refers to.
  static constexpr bool refers_to_text = Keys::refers_to_text || Group::State::refers_to_text;
  /// Prefetches that text, of the group that `expect_group` returned. Reads the group itself.
  RF_INLINE void expect_text(std::uint32_t number) const {
    if (number == 0) return;
    Group const& group = groups()[number - 1];
    auto const expect = [](char const* text) { prefetch(text); };
    group.keys.for_each_text(expect);
    group.state.for_each_text(expect);
  }
  /// Returns the group of a key that is likely the one that `expect_group` returned. Its address is valid until the next call.
  RF_INLINE Group& find_expected(Keys const& keys, std::uint32_t tag, std::uint32_t number) {
    if (RF_LIKELY(number != 0)) {
      Group& expected = groups()[number - 1];
      if (RF_LIKELY(expected.keys.same(keys))) return expected;
    }
    return find(keys, tag);
  }

  /// Prefetches the group of a slot, if it has one.
  RF_INLINE void expect_numbered(std::uint64_t slot) const {
    auto const number = static_cast<std::uint32_t>(slot);
    if (number == 0) return;
    auto const* const group = reinterpret_cast<char const*>(groups() + (number - 1));
    for (std::size_t at = 0; at < sizeof(Group); at += 64) prefetch(group + at);
    if constexpr (sizeof(Group) % 64 != 0) prefetch(group + sizeof(Group) - 1);
  }

  /// Takes the groups of another table whose hashes begin with the `bits` bits of `part`.
  bool merge(GroupTable const& other, std::uint32_t part, int bits) {
    std::uint32_t const slots = other.mask_ + 1;
    auto const is_of_part = [&](std::uint64_t slot) { return bits == 0 || static_cast<std::uint32_t>(slot >> 32) >> (32 - bits) == part; };
    // Linear probing moves groups only to later slots, and across the end of the table. So there may be more up to the first free slot.
    std::int64_t const first = bits == 0 ? 0 : (std::int64_t{part} << other.bits_) >> bits;
    std::int64_t const last = bits == 0 ? slots : (std::int64_t{part + 1} << other.bits_) >> bits;
    // The slots of both tables are in the order of hashes, but far apart in a larger table, and groups are anywhere. So the slot is
    // prefetched first, then the groups.
    constexpr std::int64_t ahead = 16;
    for (std::int64_t i = first; i < last || (bits != 0 && i < last + slots && other.slots_[i & other.mask_] != 0); ++i) {
      std::uint64_t const slot = other.slots_[i & other.mask_];
      std::uint64_t const later = other.slots_[(i + 2 * ahead) & other.mask_];
      if (later != 0) expect(static_cast<std::uint32_t>(later >> 32));
      std::uint64_t const soon = other.slots_[(i + ahead) & other.mask_];
      if (soon != 0) {
        other.expect_numbered(soon);
        expect_group(static_cast<std::uint32_t>(soon >> 32));
      }
      if (slot != 0 && is_of_part(slot)) take(other[static_cast<std::uint32_t>(slot) - 1], static_cast<std::uint32_t>(slot >> 32));
      if (exhausted()) return false;
    }
    return true;
  }

 private:
  static constexpr int first_bits = 10;
  static constexpr int small_bits = 14;
  static constexpr int most_bits = 32;

  RF_INLINE static void prefetch([[maybe_unused]] void const* place) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(place);
#endif
  }

  Group* groups() const { return groups_; }

  RF_INLINE std::uint32_t slot_of(std::uint32_t tag) const { return tag << skipped_ >> shift_; }

  /// Inserts a new group and copies its text.
  RF_NOINLINE Group& insert(Keys const& keys, std::uint32_t tag, std::uint32_t at) {
    Group& group = append(tag, at);
    new (&group) Group{keys, {}};
    if (!group.keys.keep(memory_)) exhausted_ = true;
    return group;
  }

  /// Merges a group of another table, whose hash is `tag`. Its text stays there, except for groups of blocks, whose tables are freed.
  void take(Group const& other, std::uint32_t tag) {
    std::uint32_t at = slot_of(tag);
    for (; slots_[at] != 0; at = (at + 1) & mask_) {
      if (static_cast<std::uint32_t>(slots_[at] >> 32) != tag) continue;
      Group& found = groups()[static_cast<std::uint32_t>(slots_[at]) - 1];
      if (!found.keys.same(other.keys)) continue;
      found.state.merge(other.state, memory_);
      return;
    }
    if constexpr (Transform::Grouping::in_blocks) {
      insert(other.keys, tag, at).state.merge(other.state, memory_);
    } else {
      new (&append(tag, at)) Group(other);
    }
  }

  Group& append(std::uint32_t tag, std::uint32_t at) {
    if (size_ >= capacity_ && !grow_for(tag, at)) {
      exhausted_ = true;
      return spare_;
    }
    slots_[at] = static_cast<std::uint64_t>(tag) << 32 | static_cast<std::uint32_t>(size_ + 1);
    return groups()[size_++];
  }

  bool grow_for(std::uint32_t tag, std::uint32_t& at) {
    if (bits_ + skipped_ >= most_bits || !grow(bits_ + 1)) return false;
    at = slot_of(tag);
    while (slots_[at] != 0) at = (at + 1) & mask_;
    return true;
  }

  /// Returns the groups for 2^bits slots: half as many, or one in eight while the slots fit in the L1 or L2 cache. No processor predicts
  /// which slots are taken by other keys: with 413 groups in 1024 slots that cost 0.4 mispredictions per row.
  static constexpr std::int64_t capacity_of(int bits) { return (std::int64_t{1} << bits) / (bits <= small_bits ? 8 : 2); }

  /// Reserves room for groups that begin at a cache line, so that a group of 64 bytes is one line and is prefetched once.
  bool reserve_groups(std::int64_t capacity) {
    constexpr std::uintptr_t line = 64;
    std::ptrdiff_t const before = size_ == 0 ? 0 : reinterpret_cast<char*>(groups_) - memory_of_groups_.data();
    if (!memory_of_groups_.reserve(capacity * static_cast<std::int64_t>(sizeof(Group)) + static_cast<std::int64_t>(line))) return false;
    char* const data = memory_of_groups_.data();
    auto const after = static_cast<std::ptrdiff_t>((0 - reinterpret_cast<std::uintptr_t>(data)) & (line - 1));
    // Memory of many pages moves without copying, and keeps its offset within a page.
    if (size_ > 0 && before != after) std::memmove(data + after, data + before, static_cast<std::size_t>(size_) * sizeof(Group));
    groups_ = reinterpret_cast<Group*>(data + after);
    return true;
  }

  bool grow(int bits) {
    std::int64_t const slots = std::int64_t{1} << bits;
    std::int64_t const capacity = capacity_of(bits);
    if (!reserve_groups(capacity)) return false;
    auto const bytes = static_cast<std::size_t>(slots) * sizeof(std::uint64_t);
    std::int64_t const before = slots_ == nullptr ? 0 : (std::int64_t{mask_} + 1) * std::int64_t{sizeof(std::uint64_t)};
    // Both exist while one is copied to the other.
    if (!share_of_slots_.hold(before + static_cast<std::int64_t>(bytes))) return false;
    auto* const larger = static_cast<std::uint64_t*>(std::malloc(bytes));
    if (larger == nullptr) return false;
    ask_for_huge_pages(larger, static_cast<std::int64_t>(bytes));
    // Cleared by writing, because calloc returns pages that have only been read. The first write to each of those interrupts all threads,
    // which was a sixth of the time for ten million groups. (Compilers would turn malloc and memset into calloc without the call in
    // between.)
    std::memset(larger, 0, bytes);
    std::uint64_t* const smaller = slots_;
    std::int64_t const count = smaller == nullptr ? 0 : std::int64_t{mask_} + 1;
    slots_ = larger;
    bits_ = bits;
    mask_ = static_cast<std::uint32_t>(slots - 1);
    shift_ = 32 - bits;
    capacity_ = capacity;
    for (std::int64_t i = 0; i < count; ++i) {
      if (smaller[i] == 0) continue;
      std::uint32_t at = slot_of(static_cast<std::uint32_t>(smaller[i] >> 32));
      while (slots_[at] != 0) at = (at + 1) & mask_;
      slots_[at] = smaller[i];
    }
    std::free(smaller);
    share_of_slots_.hold(static_cast<std::int64_t>(bytes));
    return true;
  }

  group::HashSecret const secret_ = group::hash_secret();  ///< the same for all tables of the process
  std::uint64_t* slots_ = nullptr;  ///< the upper half of a hash, and the group's number plus 1; 0 is free
  std::uint32_t mask_ = 0;
  int shift_ = 0;
  int skipped_ = 0;
  MemoryShare share_of_slots_;
  GrowingMemory memory_of_groups_;
  Group* groups_ = nullptr;
  std::int64_t size_ = 0;
  std::int64_t capacity_ = 0;
  int bits_ = 0;
  bool exhausted_ = false;
  GroupMemory memory_;
  Group spare_{};  ///< takes groups for which there is no memory
};

}  // namespace rowfuse::cpu
