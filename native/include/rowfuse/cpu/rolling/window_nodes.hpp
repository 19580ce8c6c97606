#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/rolling/order.hpp>

namespace rowfuse::cpu {

/// The nodes between the two ends of windows that advance: level 1 and above (rolling/order.hpp), in rings that hold those of one window.
/// Nodes are added one by one as windows reach them, and requests move ever further to the right.
template <class Monoid>
class WindowNodes {
 public:
  using Value = typename Monoid::Value;

  /// Reserves memory for windows of `rows` rows. Returns false if there is none.
  bool reserve(std::int64_t rows, MemoryBudget* budget) {
    std::int64_t offsets[rolling::most_levels + 1] = {};
    std::int64_t places = 0;
    for (int level = 1; level <= rolling::most_levels; ++level) {
      auto const needed = static_cast<std::uint64_t>((rows >> level * rolling::fan_out_bits) + 4);
      auto const capacity = static_cast<std::int64_t>(std::bit_ceil(needed));
      levels_[level].mask = capacity - 1;
      offsets[level] = places;
      places += capacity;
    }
    share_ = MemoryShare{budget};
    if (!share_.hold(places * static_cast<std::int64_t>(sizeof(Value)))) return false;
    memory_.reset(new (std::nothrow) Value[static_cast<std::size_t>(places)]);
    if (memory_ == nullptr) return false;
    for (int level = 1; level <= rolling::most_levels; ++level) {
      levels_[level].ring = memory_.get() + offsets[level];
    }
    return true;
  }

  /// Adds the next node of level 1. The first may be any node: if the first children of a parent are missing, no window requests that
  /// parent.
  void push(std::int64_t node, Value const& value) { push(1, node, value); }

  /// Combines nodes [begin, end) of level 1, where `end - 1` is the last one added; returns the identity if there are none. The time does
  /// not depend on their number. The totals of a parent's last children from the right are cached, and so is the total between two parents,
  /// which changes once in sixteen nodes.
  Value range(std::int64_t begin, std::int64_t end) { return range(1, begin, end); }

 private:
  /// The state of a level: the nodes of a window in a ring, and some totals.
  struct Level {
    Value* ring = nullptr;
    std::int64_t mask = 0;
    Value running = Monoid::identity();   ///< children of the current parent so far, from the left
    Value lasts[rolling::fan_out];        ///< by first child: the last children of `lasts_parent`, from the right
    std::int64_t lasts_parent = -1;
    Value between;                        ///< the total of the parents between two parents
    std::int64_t between_first = -1;
    std::int64_t between_last = -1;
    Value without_end;                    ///< the total of the nodes from one on that lie before the parent of the last one
    std::int64_t without_end_begin = -1;
    std::int64_t without_end_last = -1;

    Value const& at(std::int64_t node) const { return ring[node & mask]; }
  };

  /// A parent is added with its successor's first child. Before that no window can have it between its ends.
  void push(int number, std::int64_t node, Value const& value) {
    Level& level = levels_[number];
    if ((node & (rolling::fan_out - 1)) != 0) {
      level.running = Monoid::combine(level.running, value);
    } else {
      if (number < rolling::most_levels) push(number + 1, rolling::parent(node) - 1, level.running);
      level.running = value;
    }
    level.ring[node & level.mask] = value;
  }

  Value range(int number, std::int64_t begin, std::int64_t end) {
    if (begin >= end) return Monoid::identity();
    Level& level = levels_[number];
    std::int64_t const first = rolling::parent(begin);
    std::int64_t const last = rolling::parent(end - 1);
    if (first == last) return rolling::from_left<Monoid>(begin, end, [&](std::int64_t node) { return level.at(node); });
    // The second begin of one window is the first begin of the next, so its total is kept.
    if (begin != level.without_end_begin || last != level.without_end_last) {
      level.without_end_begin = begin;
      level.without_end_last = last;
      if (first != level.between_first || last != level.between_last) {
        level.between_first = first;
        level.between_last = last;
        level.between = number < rolling::most_levels ? range(number + 1, first + 1, last) : Monoid::identity();
      }
      level.without_end = Monoid::combine(last_children(level, begin), level.between);
    }
    return Monoid::combine(level.without_end, level.running);
  }

  /// Combines nodes of one parent from `begin` to its last, from the right.
  static Value last_children(Level& level, std::int64_t begin) {
    auto const place = static_cast<int>(begin & (rolling::fan_out - 1));
    if (place == rolling::fan_out - 1) return level.at(begin);
    if (rolling::parent(begin) != level.lasts_parent) {
      level.lasts_parent = rolling::parent(begin);
      Value total = Monoid::identity();
      for (int child = rolling::fan_out - 1; child >= place; --child) {
        total = Monoid::combine(level.at(rolling::first_child(level.lasts_parent) + child), total);
        level.lasts[child] = total;
      }
    }
    return level.lasts[place];
  }

  MemoryShare share_;
  std::unique_ptr<Value[]> memory_;
  Level levels_[rolling::most_levels + 1];
};

}  // namespace rowfuse::cpu
