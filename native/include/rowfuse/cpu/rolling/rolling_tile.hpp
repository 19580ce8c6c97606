#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/cpu/rolling/window_folds.hpp>
#include <rowfuse/cpu/rolling/window_totals.hpp>
#include <rowfuse/cpu/tile/flatten.hpp>
#include <rowfuse/cpu/tile/map_tile.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/cpu/tile/vectors.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/rolling/window.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cpu {

/// The fewest rows for which a tile of rolling windows pays. The start of a tile goes through the elements of one window, each at a quarter
/// of the cost of a row, and each tile begins three streams of memory anew. Means of 10M doubles over windows of 3000, one thread: 14.4 ms
/// with tiles of 65536 rows, 14.7 with 32768, 15.5 with 16384.
constexpr std::int64_t least_rolling_rows(Window const& window) { return std::max<std::int64_t>(16 * window.rows(), 1 << 16); }

namespace detail {

template <class Transform, std::size_t I>
struct WindowTotalsAt {
  WindowTotals<rolling::ReductionAt<I, rolling::ReductionsOf<Transform>>, typename Transform::Input> totals;
};
template <class Transform, class Indices = std::make_index_sequence<rolling::ReductionsOf<Transform>::size>>
struct AllWindowTotals;
template <class Transform, std::size_t... I>
struct AllWindowTotals<Transform, std::index_sequence<I...>> : WindowTotalsAt<Transform, I>... {
  template <std::size_t Reduction>
  auto& at() {
    return static_cast<WindowTotalsAt<Transform, Reduction>&>(*this).totals;
  }
  template <std::size_t Reduction>
  auto const& at() const {
    return static_cast<WindowTotalsAt<Transform, Reduction> const&>(*this).totals;
  }
};

/// Rebases the columns so that their row `first_row` becomes row 0; earlier rows have negative numbers.
template <class Columns>
void count_from(std::int64_t first_row, arrow::InputColumn const* inputs, arrow::InputColumn* rebased) {
  for_each_column<Columns>([&](auto index) {
    using Type = ColumnType<index, Columns>;
    arrow::InputColumn& column = rebased[index];
    column = inputs[index];
    if constexpr (is_boolean<Type>) {
      column.values_bit += first_row;
    } else if constexpr (Type::id != arrow::TypeId::none) {
      column.values = static_cast<typename Type::Storage const*>(column.values) + first_row;
    }
    if constexpr (Type::id != arrow::TypeId::none) column.validity_bit += first_row;
  });
}

/// Evaluates the groups of a tile, one after the other.
template <class Transform>
class RollingTile {
 public:
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  using List = rolling::ReductionsOf<Transform>;
  static constexpr std::int32_t rows_together = window_group_rows;
  static_assert(rows_together <= group_rows && rows_together % 64 == 0);
  static constexpr bool folds = rolling::FoldsOf<Transform>::size > 0;

  RollingTile(FillTile& tile, Window const& window, std::int64_t first_row, std::int64_t length)
      : tile_{tile}, window_{window.within(length)}, inputs_{tile.inputs}, columns_{rebased_, first_row, length} {
    count_from<Input>(first_row, tile.inputs, rebased_);
  }
  RollingTile(RollingTile const&) = delete;

  void run() {
    std::int64_t const first = columns_.first_row + tile_.range.first;
    bool enough = true;
    for_each_index<List::size>(
        [&](auto index) { enough = totals_.template at<index>().start(columns_, window_, first, tile_.budget) && enough; });
    if (!enough) {
      tile_.exhausted = true;
      return;
    }
    for (std::int32_t from = 0; from < tile_.range.rows; from += rows_together) {
      std::int32_t const left = tile_.range.rows - from;
      if (!run_next_group(from, left < rows_together ? left : rows_together)) return;
    }
  }

 private:
  bool run_next_group(std::int32_t from, std::int32_t count) {
    // A large row function is neither inlined into its loop nor compiled twice.
    if constexpr (!is_large<Transform>) {
      if (has_avx2()) return run_group_avx2(from, count);
    }
    for_each_index<List::size>([&](auto index) { totals_.template at<index>().next_group(); });
    return run_group(from, count);
  }
  RF_AVX2 RF_FLATTEN bool run_group_avx2(std::int32_t from, std::int32_t count) {
    for_each_index<List::size>([&](auto index) { totals_.template at<index>().next_group_avx2(); });
    return run_group(from, count);
  }

  /// Prefetches the memory for the results of two groups ahead, because stores that miss the caches would delay the additions of the next
  /// group.
  RF_INLINE void reach_ahead(std::int32_t from) const {
    std::int64_t const ahead = tile_.range.first + from + std::int64_t{2} * rows_together;
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      if constexpr (!is_boolean<Type>) {
        auto const* const values = static_cast<typename Type::Storage const*>(tile_.outputs[index].values) + ahead;
        for (std::size_t at = 0; at < rows_together; at += 64 / sizeof(*values)) prefetch_for_store(values + at);
      }
    });
  }

  bool run_group(std::int32_t from, std::int32_t count) {
    reach_ahead(from);
    std::int64_t const first = columns_.first_row + tile_.range.first + from;
    bool const inside = first >= window_.preceding && first + count + window_.following <= columns_.length;
    bool well;
    if constexpr (folds) {
      well = run_folds(from, count);
    } else if (inside) {
      well = fill_group<Output>(tile_, Evaluate<true>{*this, from}, from, count, group_);
    } else {
      well = fill_group<Output>(tile_, Evaluate<false>{*this, from}, from, count, group_);
    }
    for_each_index<List::size>([&](auto index) { totals_.template at<index>().leave_group(); });
    return well;
  }

  /// Sets up a row of the tile with its window. With `inside` no end of the columns cuts it, so all such windows have the same number of
  /// rows.
  template <bool inside>
  RF_INLINE void begin(rolling::WindowRow<Transform>& values, std::int32_t row, std::int32_t j) const {
    std::int64_t const own = tile_.range.first + row;
    std::int64_t const position = columns_.first_row + own;
    rolling::begin_row(values, inputs_, window_, own, columns_.length);
    if constexpr (rolling::reads_own_row<Transform>) {
      static_cast<RowValues<Input>&>(values) = rolling::element_row<Input>(rebased_, own);
    }
    values.rows_in_window =
        static_cast<std::int32_t>(inside ? whole_rows() : window_.end(position, columns_.length) - window_.begin(position));
    for_each_index<List::size>([&](auto index) { rolling::detail::total<index>(values) = totals_.template at<index>().total(j); });
  }

  RF_INLINE std::int64_t whole_rows() const {
    if constexpr (requires { Transform::rows_of_whole_windows; }) return Transform::rows_of_whole_windows;
    else return window_.rows();
  }

  template <bool inside>
  struct Evaluate {
    RollingTile const& of;
    std::int32_t from;

    RF_INLINE void operator()(std::int32_t row, WritingSink<Output>& out) const {
      rolling::WindowRow<Transform> values;
      of.begin<inside>(values, row, row - from);
      rolling::evaluate(values, of.window_.min_periods, out);
    }
  };

  bool run_folds(std::int32_t from, std::int32_t count) {
    rolling::WindowRow<Transform> rows[rows_together];
    constexpr int together = WindowFolds<Transform>::rows;
    for (std::int32_t at = 0; at < count; at += together) {
      std::int32_t const some = count - at < together ? count - at : together;
      std::int64_t begins[together];
      std::int64_t ends[together];
      for (std::int32_t k = 0; k < some; ++k) {
        begin<false>(rows[at + k], from + at + k, at + k);
        std::int64_t const position = columns_.first_row + tile_.range.first + from + at + k;
        begins[k] = window_.begin(position);
        ends[k] = window_.end(position, columns_.length);
      }
      WindowFolds<Transform>::run(columns_, rows + at, begins, ends, some);
    }
    auto const evaluate = [&](std::int32_t row, WritingSink<Output>& out) {
      rolling::evaluate(rows[row - from], window_.min_periods, out);
    };
    return fill_group<Output>(tile_, evaluate, from, count, group_);
  }

  FillTile& tile_;
  Window window_;
  arrow::InputColumn const* inputs_;
  arrow::InputColumn rebased_[Input::size + 1];
  WindowColumns columns_;
  AllWindowTotals<Transform> totals_;
  Group<std::make_index_sequence<Output::size>> group_;
};

}  // namespace detail

/// Evaluates a tile of a rolling transform. Row 0 of the call is row `first_row` of the `length` rows of its columns, all of which are
/// readable at `tile.inputs`. Apart from the first window and from folds, the time does not depend on the windows' size.
template <class Transform>
void fill_windows(FillTile& tile, Window const& window, std::int64_t first_row, std::int64_t length) {
  if (tile.range.rows <= 0) return;
  // Not on the stack: a transform may have many reductions, and pool threads have small stacks.
  std::unique_ptr<detail::RollingTile<Transform>> const run(new (std::nothrow)
                                                                detail::RollingTile<Transform>(tile, window, first_row, length));
  if (run == nullptr) {
    tile.exhausted = true;
    return;
  }
  run->run();
}

}  // namespace rowfuse::cpu
