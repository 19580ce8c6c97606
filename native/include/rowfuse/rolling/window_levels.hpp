#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/base/macros.hpp>
#include <rowfuse/rolling/levels.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/rolling/window_rows.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::rolling {

/// True if a transform reduces its windows, in any way.
template <class Transform>
inline constexpr bool has_reductions =
    requires { Transform::window; } || requires { typename Transform::Bounds; } || requires { typename Transform::Folds; };

/// True if a call has enough of the column's `length` rows to make computing all nodes worthwhile. A call with few rows, such as those
/// between two rows that failed, goes through their windows instead.
constexpr bool are_levels_worth(std::int64_t rows, std::int64_t length) { return rows <= length * 1024; }

namespace detail {

template <class Reduction, class List>
struct PlaceOf;
template <class Reduction, class... Rest>
struct PlaceOf<Reduction, Reductions<Reduction, Rest...>> {
  static constexpr std::size_t value = 0;
};
template <class Reduction, class First, class... Rest>
struct PlaceOf<Reduction, Reductions<First, Rest...>> {
  static constexpr std::size_t value = 1 + PlaceOf<Reduction, Reductions<Rest...>>::value;
};

/// The values of a reduction, by their places in the partition.
template <class Reduction, class Columns>
struct WindowElements {
  RowValues<Columns> const& row;
  std::int64_t anchor;

  RF_HD auto operator()(std::int64_t place) const {
    return Reduction::Monoid::value(element_of<Reduction>(window_element(row, anchor + place)));
  }
};

}  // namespace detail

/// The nodes of all reductions of a transform's windows, for rows that are evaluated one by one: windows bounded by values, in partitions,
/// and those of transforms with text in their results. The memory holds the nodes of one reduction after the other, level by level.
template <class Transform>
struct WindowLevels {
  using Input = typename Transform::Input;
  using List = typename detail::WithCount<Elements<Input>, typename detail::ReductionsOf<Transform>::Type>::Type;

  /// Bytes before the nodes of a reduction. For `reduction` = the number of reductions, the bytes of all nodes.
  template <std::size_t reduction>
  RF_HD static constexpr std::int64_t bytes_before(std::int64_t rows) {
    std::int64_t const slots = all_slots(rows);
    std::int64_t bytes = 0;
    for_each_index<reduction>([&](auto index) {
      using Value = typename ReductionAt<index, List>::Monoid::Value;
      bytes += (slots * std::int64_t{sizeof(Value)} + 15) / 16 * 16;
    });
    return bytes;
  }
  static constexpr std::int64_t node_bytes(std::int64_t rows) { return bytes_before<List::size>(rows); }

  /// Marks the start of the row's partition.
  RF_HD static void mark(arrow::InputColumn const* inputs, std::int64_t row, PartitionStarts const& starts) {
    if constexpr (is_bounded_by_columns<Transform>) {
      auto const* const anchors = static_cast<std::int32_t const*>(inputs[Transform::Bounds::anchor].values);
      if (row == 0 || anchors[row] != anchors[row - 1]) starts.mark(anchors[row]);
    }
  }

  /// Computes the nodes of all reductions in a slot of a level.
  RF_HD static void make(arrow::InputColumn const* inputs, std::int64_t rows, PartitionStarts const& starts, int level, std::int64_t slot,
                         void* memory) {
    NodeRows const node = node_in(starts, rows, level, slot);
    if (node.begin < 0) return;
    RowValues<Input> values;
    read_scalars<Input>(inputs, 0, values);
    for_each_index<List::size>([&](auto index) {
      using Reduction = ReductionAt<index, List>;
      using Value = typename Reduction::Monoid::Value;
      auto* const slots = reinterpret_cast<Value*>(static_cast<char*>(memory) + bytes_before<index>(rows));
      make_node<typename Reduction::Monoid>(slots, rows, level, slot, node, detail::WindowElements<Reduction, Input>{values, 0});
    });
  }

  /// Returns a reduction of the row's window, computed from nodes if there are any, and otherwise in linear time. The bits are the same.
  template <class Reduction>
  RF_HD static auto total(RowValues<Input> const& row) {
    using Monoid = typename Reduction::Monoid;
    auto const [begin, end, anchor] = window_rows<Transform>(row);
    detail::WindowElements<Reduction, Input> const elements{row, anchor};
    auto const& window = detail::any_window(row);
    if (window.levels == nullptr) return range<Monoid>(begin - anchor, end - anchor, elements);
    constexpr std::size_t place = detail::PlaceOf<Reduction, List>::value;
    auto const* const nodes = static_cast<char const*>(window.levels) + bytes_before<place>(window.column_rows);
    using Nodes = PartitionNodes<Monoid, detail::WindowElements<Reduction, Input>>;
    return range_by_levels<Monoid>(begin - anchor, end - anchor,
                                   Nodes{reinterpret_cast<typename Monoid::Value const*>(nodes), window.column_rows, anchor, elements});
  }
};

}  // namespace rowfuse::rolling
