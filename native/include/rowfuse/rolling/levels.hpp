/// Nodes of all levels (rolling/order.hpp) for columns whose rows are sorted by partition, computed before any window is evaluated. A
/// window then takes at most thirty additions per level, whatever its size.
///
/// A partition that begins with row `anchor` has node k of level l (w = 16^l rows) in slot anchor / w + k of that level. No two partitions
/// share a slot: a partition of n rows has n / w whole nodes, and anchor / w + n / w is at most (anchor + n) / w, where the slots of the
/// next one begin. So the node in slot s begins with row s * w + anchor % w. It contains row s * w + w - 1, whose partition identifies it.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/partition_starts.hpp>

namespace rowfuse::rolling {

/// The number of slots of a level. A level without a whole node still has one, which stays empty.
RF_HD constexpr std::int64_t slots_of(std::int64_t rows, int level) { return (rows >> level * fan_out_bits) + 1; }

/// The number of slots of the levels from 1 up to but not including `level`.
RF_HD constexpr std::int64_t slots_below(std::int64_t rows, int level) {
  std::int64_t slots = 0;
  for (int below = 1; below < level; ++below) slots += slots_of(rows, below);
  return slots;
}
RF_HD constexpr std::int64_t all_slots(std::int64_t rows) { return slots_below(rows, most_levels + 1); }

/// Returns the highest level that has a whole node; 0 if there is none.
RF_HD constexpr int highest_level(std::int64_t rows) {
  int level = 0;
  while (level < most_levels && (rows >> (level + 1) * fan_out_bits) > 0) ++level;
  return level;
}

/// The rows of the node in a slot.
struct NodeRows {
  std::int64_t anchor = 0;
  std::int64_t begin = -1;  ///< negative: the slot has no node
};
RF_HD inline NodeRows node_in(PartitionStarts const& starts, std::int64_t rows, int level, std::int64_t slot) {
  std::int64_t const width = std::int64_t{1} << level * fan_out_bits;
  std::int64_t const inside = slot * width + width - 1;
  if (inside >= rows) return {};
  std::int64_t const anchor = starts.last(inside);
  std::int64_t const begin = slot * width + (anchor & (width - 1));
  if (begin + width > rows || starts.last(begin + width - 1) != anchor) return {};
  return {anchor, begin};
}

/// Computes the node in a slot of a level from the level below. `element(row)` returns the value of one row; `slots` begins with level 1.
template <class Monoid, class Element>
RF_HD RF_INLINE void make_node(typename Monoid::Value* slots, std::int64_t rows, int level, std::int64_t slot, NodeRows const& node,
                               Element const& element) {
  auto& made = slots[slots_below(rows, level) + slot];
  if (level == 1) {
    made = from_left<Monoid>(node.begin, node.begin + fan_out, element);
    return;
  }
  int const bits = (level - 1) * fan_out_bits;
  auto const* const children = slots + slots_below(rows, level - 1);
  std::int64_t const first = (node.anchor >> bits) + ((node.begin - node.anchor) >> bits);
  made = from_left<Monoid>(first, first + fan_out, [&](std::int64_t child) { return children[child]; });
}

/// The nodes of a partition, in the form that `range_by_levels` takes. Nodes of level 0 are the elements; all others are read.
template <class Monoid, class Element>
struct PartitionNodes {
  using Value = typename Monoid::Value;

  Value const* slots;
  std::int64_t rows;
  std::int64_t anchor;
  Element const& element;

  struct Level {
    Value const* nodes;  ///< null at level 0
    Element const& element;
    RF_HD RF_INLINE Value operator()(std::int64_t node) const { return nodes == nullptr ? element(node) : nodes[node]; }
  };
  RF_HD Level level(int number) const {
    if (number == 0) return {nullptr, element};
    return {slots + slots_below(rows, number) + (anchor >> number * fan_out_bits), element};
  }
};

}  // namespace rowfuse::rolling
