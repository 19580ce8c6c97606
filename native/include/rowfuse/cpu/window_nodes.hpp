#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include <rowfuse/rolling/order.hpp>

namespace rowfuse::cpu {

/// What lies between the two ends of windows that move on: nodes of level 1 and above (rolling/order.hpp), in rings that hold those of one
/// window. Nodes come one by one as windows reach them; what windows ask for lies ever further to the right.
template <class Monoid>
class WindowNodes {
 public:
  using Value = typename Monoid::Value;

  /// For windows of so many rows; false where there is no memory.
  bool reserve(std::int64_t rows) {
    std::int64_t offsets[rolling::most_levels + 1] = {};
    std::int64_t places = 0;
    for (int level = 1; level <= rolling::most_levels; ++level) {
      auto const needed = static_cast<std::uint64_t>((rows >> level * rolling::fan_out_bits) + 4);
      auto const capacity = static_cast<std::int64_t>(std::bit_ceil(needed));
      masks_[level] = capacity - 1;
      offsets[level] = places;
      places += capacity;
    }
    memory_.reset(new (std::nothrow) Value[static_cast<std::size_t>(places)]);
    if (memory_ == nullptr) return false;
    for (int level = 1; level <= rolling::most_levels; ++level) {
      rings_[level] = memory_.get() + offsets[level];
      running_[level] = Monoid::identity();
    }
    return true;
  }

  /// The next node of level 1. The first may be any: a parent whose first children never came is one that no window asks for.
  void push(std::int64_t node, Value value) {
    for (int level = 1;; ++level) {
      rings_[level][node & masks_[level]] = value;
      bool const first = (node & (rolling::fan_out - 1)) == 0;
      running_[level] = first ? value : Monoid::combine(running_[level], value);
      if ((node & (rolling::fan_out - 1)) != rolling::fan_out - 1 || level == rolling::most_levels) return;
      value = running_[level];
      node = rolling::parent(node);
    }
  }

  /// Nodes [begin, end) of level 1, where `end - 1` is the last that came; the identity where there are none. In a time that does not
  /// depend on their number: what a parent's last children are from the right is kept for all of them, and the nodes above change
  /// once in sixteen.
  Value range(std::int64_t begin, std::int64_t end) {
    if (begin >= end) return Monoid::identity();
    std::int64_t const first = rolling::parent(begin);
    std::int64_t const last = rolling::parent(end - 1);
    if (first == last) return rolling::from_left<Monoid>(begin, end, [&](std::int64_t node) { return at<1>(node); });
    // Of two neighbouring beginnings the second is the first of the next.
    if (begin != without_end_begin_ || last != without_end_last_) {
      without_end_begin_ = begin;
      without_end_last_ = last;
      without_end_ = Monoid::combine(last_children(begin), between(first, last));
    }
    return Monoid::combine(without_end_, running_[1]);
  }

  template <int level>
  Value at(std::int64_t node) const {
    return rings_[level][node & masks_[level]];
  }

 private:
  /// The parents between two.
  Value between(std::int64_t first, std::int64_t last) {
    if (first != above_first_ || last != above_last_) {
      above_first_ = first;
      above_last_ = last;
      above_ = first + 1 < last ? rolling::range_of_nodes<Monoid, 2, rolling::most_levels>(first + 1, last, *this) : Monoid::identity();
    }
    return above_;
  }

  /// Nodes of one parent from `begin` to its last, from the right.
  Value last_children(std::int64_t begin) {
    auto const place = static_cast<int>(begin & (rolling::fan_out - 1));
    if (place == rolling::fan_out - 1) return at<1>(begin);
    if (rolling::parent(begin) != lasts_parent_) {
      lasts_parent_ = rolling::parent(begin);
      Value total = Monoid::identity();
      for (int child = rolling::fan_out - 1; child >= place; --child) {
        total = Monoid::combine(at<1>(rolling::first_child(lasts_parent_) + child), total);
        lasts_[child] = total;
      }
    }
    return lasts_[place];
  }

  std::unique_ptr<Value[]> memory_;
  Value* rings_[rolling::most_levels + 1] = {};
  std::int64_t masks_[rolling::most_levels + 1] = {};
  Value running_[rolling::most_levels + 1];  ///< by level: those of the last parent that came, from the left
  Value lasts_[rolling::fan_out];
  std::int64_t lasts_parent_ = -1;
  Value above_;
  std::int64_t above_first_ = -1;  ///< the parents that `above_` lies between
  std::int64_t above_last_ = -1;
  Value without_end_;
  std::int64_t without_end_begin_ = -1;  ///< the nodes from here on to the parent `without_end_last_`
  std::int64_t without_end_last_ = -1;
};

}  // namespace rowfuse::cpu
