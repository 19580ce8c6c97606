/// The order in which the elements of a window are combined. Doubles are not associative, so this order defines the bits of every
/// result. It is the same in all backends and in the reference, for any division of the rows into tiles, threads or pieces.
///
/// Positions are rows of the input. Sixteen neighbours, from a multiple of sixteen on, are the children of a node of level 1.
/// Sixteen such nodes are the children of a node of level 2, and so on. The value of a node combines its children from left to right.
/// A range of nodes [s, e) of a level is combined as follows:
///   - Nodes of one parent are combined from left to right.
///   - Otherwise there are three parts. Left: the children of s's parent from s on, combined from the right:
///     x[s] + (x[s + 1] + (... + x[last])). Right: the children of the parent of e - 1, up to e - 1, combined from the left.
///     Middle: the parents from s / 16 + 1 up to but not including (e - 1) / 16, combined as a range of nodes of their level.
///     The result is (left + middle) + right, or left + right if there is no parent in between.
/// A window is the range of elements [begin, end) of level 0.
///
/// The reason is speed. When `begin` and `end` go up by one, the left part is one of sixteen that are computed together, the right
/// part takes one addition more, and the middle changes once in sixteen rows. Each is a few operations per row, for windows of any size.
///
/// The error of a sum: a term passes at most 15 additions in its node, and 2 more at each of the L levels, where 16^L is the
/// window's size or just above. So |computed - exact| <= about 17 L u Σ|x|, with u = 2^-53. (Higham, Accuracy and Stability of
/// Numerical Algorithms, 2nd edition, section 4.2: to first order, the bound is u times the most additions that a term passes.)
/// A loop over a window of W rows has (W - 1) u Σ|x|. A difference of running totals has an error that grows with all rows
/// before the window.
#pragma once

#include <cstdint>

#include <rowfuse/base/macros.hpp>

namespace rowfuse::rolling {

inline constexpr int fan_out_bits = 4;
inline constexpr int fan_out = 1 << fan_out_bits;
/// Levels above the elements, for any number of rows below 2^32.
inline constexpr int most_levels = 8;

/// Returns the parent of a node. The number of a node may be negative, because tiles reach beyond the first row.
template <class Index>
RF_HD constexpr Index parent(Index node) {
  return node >> fan_out_bits;
}
template <class Index>
RF_HD constexpr Index first_child(Index node) {
  return node * fan_out;
}

/// Combines nodes [begin, end) of one parent from the left; `node(j)` is the value of node j.
template <class Monoid, class Index, class Node>
RF_HD RF_INLINE typename Monoid::Value from_left(Index begin, Index end, Node const& node) {
  auto total = Monoid::identity();
  for (Index j = begin; j < end; ++j) total = Monoid::combine(total, node(j));
  return total;
}

/// Combines nodes [begin, end) of one parent from the right.
template <class Monoid, class Index, class Node>
RF_HD RF_INLINE typename Monoid::Value from_right(Index begin, Index end, Node const& node) {
  auto total = Monoid::identity();
  for (Index j = end - 1; j >= begin; --j) total = Monoid::combine(node(j), total);
  return total;
}

/// Combines nodes [begin, end) of `level`, at least one; `nodes.template at<level>(j)` is the value of node j. No node between the two ends
/// lies above level `most`.
template <class Monoid, int level, int most, class Index, class Nodes>
RF_HD typename Monoid::Value range_of_nodes(Index begin, Index end, Nodes const& nodes) {
  auto const at = [&](Index j) { return nodes.template at<level>(j); };
  Index const first = parent(begin);
  Index const last = parent(end - 1);
  if (first == last) return from_left<Monoid>(begin, end, at);
  auto total = from_right<Monoid>(begin, first_child(first + 1), at);
  if constexpr (level < most) {
    if (first + 1 < last) {
      total = Monoid::combine(total, range_of_nodes<Monoid, level + 1, most>(static_cast<Index>(first + 1), last, nodes));
    }
  }
  return Monoid::combine(total, from_left<Monoid>(first_child(last), end, at));
}

namespace detail {

/// Computes a node of 16^level elements in one pass, with a running total for each level.
template <class Monoid, class Element>
RF_HD RF_NOINLINE typename Monoid::Value node_of(int level, std::int64_t node, Element const& element) {
  if (level == 0) return element(node);
  typename Monoid::Value totals[most_levels];
  for (int i = 0; i < level; ++i) totals[i] = Monoid::identity();
  std::int64_t const begin = node << (fan_out_bits * level);
  std::int64_t const count = std::int64_t{1} << (fan_out_bits * level);
  for (std::int64_t i = 1; i <= count; ++i) {
    totals[0] = Monoid::combine(totals[0], element(begin + i - 1));
    std::int64_t complete = i;
    for (int above = 1; above < level && (complete & (fan_out - 1)) == 0; ++above) {
      totals[above] = Monoid::combine(totals[above], totals[above - 1]);
      totals[above - 1] = Monoid::identity();
      complete >>= fan_out_bits;
    }
  }
  return totals[level - 1];
}

}  // namespace detail

/// Combines the elements [begin, end), at least one, in the order that defines a window's value. Every engine gives these bits.
/// `nodes.level(l)(j)` is the value of node j of level l; level 0 has the elements. One function serves all levels: code that runs rarely
/// would take twenty times as long to compile with one function per level, as engines have it.
template <class Monoid, class Nodes>
RF_HD RF_NOINLINE typename Monoid::Value range_by_levels(std::int64_t begin, std::int64_t end, Nodes const& nodes) {
  typename Monoid::Value lefts[most_levels];
  typename Monoid::Value rights[most_levels];
  auto total = Monoid::identity();
  int level = 0;
  for (;; ++level) {
    auto const at = nodes.level(level);
    std::int64_t const first = parent(begin);
    std::int64_t const last = parent(end - 1);
    if (first == last) {
      total = from_left<Monoid>(begin, end, at);
      break;
    }
    lefts[level] = from_right<Monoid>(begin, first_child(first + 1), at);
    rights[level] = from_left<Monoid>(first_child(last), end, at);
    if (first + 1 == last) {
      total = Monoid::combine(lefts[level], rights[level]);
      break;
    }
    begin = first + 1;
    end = last;
  }
  while (--level >= 0) total = Monoid::combine(Monoid::combine(lefts[level], total), rights[level]);
  return total;
}

namespace detail {

/// Nodes that are computed from their elements on each access.
template <class Monoid, class Element>
struct MadeNodes {
  Element const& element;

  struct Level {
    Element const& element;
    int level;
    RF_HD typename Monoid::Value operator()(std::int64_t node) const { return node_of<Monoid>(level, node, element); }
  };
  RF_HD Level level(int number) const { return {element, number}; }
};

}  // namespace detail

/// Combines the elements [begin, end) in the same order without stored nodes, in linear time; `element(position)` is the value of one.
template <class Monoid, class Element>
RF_HD typename Monoid::Value range(std::int64_t begin, std::int64_t end, Element const& element) {
  return range_by_levels<Monoid>(begin, end, detail::MadeNodes<Monoid, Element>{element});
}

}  // namespace rowfuse::rolling
