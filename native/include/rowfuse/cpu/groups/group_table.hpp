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

/// A group as it lies in memory.
template <class Transform>
struct GroupOf {
  using Keys = KeyCells<group::KeysOf<Transform>>;
  using State = group::StateOf<Transform>;

  Keys keys;
  State state;
};

/// Groups by their keys: open addressing over slots of 8 bytes, which the highest bits of a hash choose, and the groups themselves
/// in the order in which they came. Neighbouring slots have neighbouring hashes: the table grows by one run through both, and those
/// groups whose hashes begin alike lie side by side, so that tables are merged in parts without a look at the others.
template <class Transform>
class GroupTable {
 public:
  using Group = GroupOf<Transform>;
  using Keys = typename Group::Keys;
  static_assert(std::is_trivially_copyable_v<Group>, "a table moves its groups by their bytes");

  GroupTable(GroupTable const&) = delete;
  GroupTable& operator=(GroupTable const&) = delete;
  /// With room for some groups. All hashes begin with the same `skipped` bits.
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
  /// There was no memory; what has been added since means nothing.
  bool exhausted() const { return exhausted_ || memory_.exhausted(); }

  /// What chooses the place of a key.
  RF_INLINE std::uint32_t tag_of(Keys const& keys) const { return group::hash_tag(secret_, keys.hash(secret_)); }

  /// The group of a key. Its address holds until the next one is asked for.
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

  /// Whether it is larger than the caches that are near.
  bool is_large() const { return bits_ > small_bits; }
  /// A key with this tag will be looked up soon,
  RF_INLINE void expect(std::uint32_t tag) const { prefetch(slots_ + slot_of(tag)); }
  /// sooner: its group is that of the first slot with this tag. One in five is behind slots of other keys; to ask for the group of the first
  /// slot, whosever that is, took 205 ns a row instead of 180 with a million groups in any order.
  RF_INLINE void expect_group(std::uint32_t tag) const {
    std::uint32_t at = slot_of(tag);
    while (slots_[at] != 0 && static_cast<std::uint32_t>(slots_[at] >> 32) != tag) at = (at + 1) & mask_;
    expect_numbered(slots_[at]);
  }

  /// The group of a slot, if it has one.
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
    // Linear probing moves groups behind their place only, across the table's end too: up to the first free slot there may be more.
    std::int64_t const first = bits == 0 ? 0 : (std::int64_t{part} << other.bits_) >> bits;
    std::int64_t const last = bits == 0 ? slots : (std::int64_t{part + 1} << other.bits_) >> bits;
    // Slots of both tables lie in the order of hashes, but in a larger one far from each other, and groups are anywhere: first the slot is
    // asked for, then the groups.
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

  /// A group that is new, its text kept.
  RF_NOINLINE Group& insert(Keys const& keys, std::uint32_t tag, std::uint32_t at) {
    Group& group = append(tag, at);
    new (&group) Group{keys, {}};
    if (!group.keys.keep(memory_)) exhausted_ = true;
    return group;
  }

  /// A group of another table, of which `tag` is the hash. Text stays there, but for that of blocks, whose tables go.
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

  /// Groups for half as many as 2^bits slots. While these stay in the L1 or L2 cache, for one in eight: which slots are taken by others no
  /// processor predicts, and with 413 groups in 1024 slots that was 0.4 of a wrong guess a row.
  static constexpr std::int64_t capacity_of(int bits) { return (std::int64_t{1} << bits) / (bits <= small_bits ? 8 : 2); }

  /// Room for so many groups, from where a line of the cache begins: a group of 64 bytes is one, and asked for once.
  bool reserve_groups(std::int64_t capacity) {
    constexpr std::uintptr_t line = 64;
    std::ptrdiff_t const before = size_ == 0 ? 0 : reinterpret_cast<char*>(groups_) - memory_of_groups_.data();
    if (!memory_of_groups_.reserve(capacity * static_cast<std::int64_t>(sizeof(Group)) + static_cast<std::int64_t>(line))) return false;
    char* const data = memory_of_groups_.data();
    auto const after = static_cast<std::ptrdiff_t>((0 - reinterpret_cast<std::uintptr_t>(data)) & (line - 1));
    // Memory of many pages moves without being copied, and begins where it began in them.
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
    // Both are there while the one is copied to the other.
    if (!share_of_slots_.hold(before + static_cast<std::int64_t>(bytes))) return false;
    auto* const larger = static_cast<std::uint64_t*>(std::malloc(bytes));
    if (larger == nullptr) return false;
    ask_for_huge_pages(larger, static_cast<std::int64_t>(bytes));
    // Written, where calloc gives pages that have been read only: the first write to each of those interrupts all threads, which was a
    // sixth of the time of ten million groups. (Compilers make calloc of malloc and memset, but for the call between them.)
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
  Group spare_{};  ///< where groups go that there is no memory for
};

}  // namespace rowfuse::cpu
