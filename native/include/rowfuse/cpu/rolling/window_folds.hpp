#pragma once

#include <algorithm>
#include <cstdint>

#include <rowfuse/cpu/rolling/window_totals.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cpu {

/// Folds the windows of eight neighbouring rows together. An element that all of them contain is decoded once, and consecutive steps belong
/// to different rows, so none waits for the one before. The steps of each row are in the order of its window.
template <class Transform>
class WindowFolds {
 public:
  using List = rolling::FoldsOf<Transform>;
  using Row = rolling::WindowRow<Transform>;
  static constexpr int rows = 8;

  /// The windows' `begins` and `ends` do not decrease, and each window has at least one row.
  static void run(WindowColumns const& columns, Row* fold_rows, std::int64_t const* begins, std::int64_t const* ends, int count) {
    rolling::FoldRow<Transform> const* seen[rows];
    rolling::detail::States<std::make_index_sequence<List::size>, List> states[rows];
    for (int k = 0; k < count; ++k) {
      seen[k] = &fold_rows[k];
      for_each_index<List::size>([&](auto index) {
        using Fold = rolling::ReductionAt<index, List>;
        rolling::detail::state<index>(states[k]) = Fold::begin(*seen[k]);
      });
    }
    auto const step = [&](int k, rolling::FoldElement<Input>& element, std::int64_t position) {
      element.position = static_cast<std::int32_t>(position - begins[k]);
      for_each_index<List::size>([&](auto index) {
        using Fold = rolling::ReductionAt<index, List>;
        Fold::step(*seen[k], element, rolling::detail::state<index>(states[k]));
      });
    };
    auto const some = [&](int k, std::int64_t begin, std::int64_t end) {
      for (std::int64_t position = begin; position < end; ++position) {
        auto element = element_at(columns, position);
        step(k, element, position);
      }
    };
    std::int64_t const shared_begin = begins[count - 1];
    std::int64_t const shared_end = ends[0];
    if (count < rows || shared_begin >= shared_end) {
      for (int k = 0; k < count; ++k) some(k, begins[k], ends[k]);
    } else {
      for (int k = 0; k < rows; ++k) some(k, begins[k], shared_begin);
      for (std::int64_t position = shared_begin; position < shared_end; ++position) {
        auto element = element_at(columns, position);
        for (int k = 0; k < rows; ++k) step(k, element, position);
      }
      for (int k = 0; k < rows; ++k) some(k, shared_end, ends[k]);
    }
    for (int k = 0; k < count; ++k) {
      for_each_index<List::size>(
          [&](auto index) { rolling::detail::state<index>(fold_rows[k]) = rolling::detail::state<index>(states[k]); });
    }
  }

 private:
  using Input = typename Transform::Input;

  static rolling::FoldElement<Input> element_at(WindowColumns const& columns, std::int64_t position) {
    rolling::FoldElement<Input> element;
    static_cast<RowValues<Input>&>(element) = rolling::element_row<Input>(columns.inputs, position - columns.first_row);
    return element;
  }
};

}  // namespace rowfuse::cpu
