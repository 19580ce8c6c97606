/// One window by itself, in a time in proportion to its rows: what engines give for all rows together, bit for bit.
#pragma once

#include <cstdint>

#include <rowfuse/macros.hpp>
#include <rowfuse/rolling/order.hpp>

namespace rowfuse::rolling {

namespace detail {

/// The value of a node: of 16^level elements, each level's total beside those of the levels below it.
template <class Monoid, class Element>
RF_HD RF_NOINLINE typename Monoid::Value direct_node(int level, std::int64_t node, Element const& element) {
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

/// The elements [begin, end), at least one, in the order of rolling/order.hpp; `element(position)` is the value of one. As `range`, which has
/// a function for each level: this one is for code that runs little, and compiles in a twentieth of the time.
template <class Monoid, class Element>
RF_HD RF_NOINLINE typename Monoid::Value direct_range(std::int64_t begin, std::int64_t end, Element const& element) {
  typename Monoid::Value lefts[most_levels];
  typename Monoid::Value rights[most_levels];
  auto total = Monoid::identity();
  int level = 0;
  for (;; ++level) {
    auto const at = [&](std::int64_t node) { return detail::direct_node<Monoid>(level, node, element); };
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

}  // namespace rowfuse::rolling
