/// Nodes of all levels (rolling/order.hpp) of columns whose rows lie by partitions, made before any window asks for them: a window is then
/// at most thirty additions a level, whatever it holds.
///
/// A partition that begins with row `anchor` has its node k of level l, of w = 16^l rows, in slot anchor / w + k of that level. No two
/// partitions share a slot: one of n rows has n / w whole nodes, and anchor / w + n / w is at most (anchor + n) / w, where the next ones
/// begin. So the node of slot s begins with row s * w + anchor % w, and has row s * w + w - 1, by whose partition it is found.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/partition_starts.hpp>

namespace rowfuse::rolling {

/// Slots of a level; of levels without a whole node, too, there is one, which nothing fills.
RF_HD constexpr std::int64_t slots_of(std::int64_t rows, int level) { return (rows >> level * fan_out_bits) + 1; }

/// Slots of the levels from 1 on below `level`.
RF_HD constexpr std::int64_t slots_below(std::int64_t rows, int level) {
  std::int64_t slots = 0;
  for (int below = 1; below < level; ++below) slots += slots_of(rows, below);
  return slots;
}
RF_HD constexpr std::int64_t all_slots(std::int64_t rows) { return slots_below(rows, most_levels + 1); }

/// The highest level that has a whole node; 0 where none has.
RF_HD constexpr int highest_level(std::int64_t rows) {
  int level = 0;
  while (level < most_levels && (rows >> (level + 1) * fan_out_bits) > 0) ++level;
  return level;
}

/// The rows of the node in a slot.
struct NodeRows {
  std::int64_t anchor = 0;
  std::int64_t begin = -1;  ///< below 0: there is no node in this slot
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

/// Makes the node in a slot of a level of what lies a level below: `element(row)` is the value of one, `slots` begins with level 1.
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

/// The nodes of a partition, as `range_by_levels` takes them: those of level 0 are made of elements, all others are there.
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
