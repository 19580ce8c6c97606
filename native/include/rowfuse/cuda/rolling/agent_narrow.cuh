#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rolling/rows.cuh>
#include <rowfuse/rolling/elements.hpp>
#include <rowfuse/rolling/order.hpp>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// Reduces windows of at most `most` rows, which is at most sixteen. A thread has one window, and loads all of it at once. Neighbouring
/// threads load nearly the same elements, so the L1 cache holds them. Needs no shared memory, and no thread waits for another.
///
/// A window spans one block of sixteen rows or two (rolling/order.hpp).
template <class Transform, class Policy, int most, bool stores_totals = false>
struct AgentNarrow {
  using Input = typename Transform::Input;
  using List = rolling::ReductionsOf<Transform>;
  static constexpr int threads = Policy::block_threads;
  static constexpr int tile_rows = threads * Policy::narrow_rows_a_thread;
  static_assert(most <= rolling::fan_out);

  InputPack<Transform::Input::size> const& inputs;
  OutputPack<Transform::Output::size> const& outputs;
  Window const& window;  ///< within `length`
  std::int32_t length;
  void* const* stored;  ///< by reduction: its results by row, if they are stored
  std::uint64_t* report;

  __device__ void run() const {
    std::int64_t const first = static_cast<std::int64_t>(blockIdx.x) * tile_rows;
    if constexpr (stores_totals) {
      for (int j = static_cast<int>(threadIdx.x); j < tile_rows && first + j < length; j += threads) {
        for_each_index<List::size>([&](auto index) {
          using Value = typename rolling::ReductionAt<index, List>::Monoid::Value;
          static_cast<Value*>(stored[index])[first + j] = total<index>(first + j);
        });
      }
    } else {
      evaluate_rows<Transform, threads>(
          inputs, outputs, window, first, tile_rows, length, report, [&](int, std::int64_t row, rolling::WindowRow<Transform>& values) {
            for_each_index<List::size>([&](auto index) { rolling::detail::total<index>(values) = total<index>(row); });
          });
    }
  }

 private:
  template <std::size_t I>
  __device__ RF_INLINE auto total(std::int64_t row) const {
    using Reduction = rolling::ReductionAt<I, List>;
    using Monoid = typename Reduction::Monoid;
    using Elements = rolling::ElementMonoid<Reduction, Input>;
    auto const rows = static_cast<int>(window.rows());
    std::int64_t const begin = window.begin(row);
    auto const count = static_cast<int>(window.end(row, length) - begin);
    typename Monoid::Element elements[most];
#pragma unroll
    for (int i = 0; i < most; ++i) {
      // The first test is the same for all threads, and skips loads that narrower windows do not need.
      elements[i] = Monoid::absent();
      if (i < rows && i < count) elements[i] = rolling::element_of<Reduction>(rolling::element_row<Input>(inputs.columns, begin + i));
    }
    // Elements before the second block, if there is one.
    int const to_block = rolling::fan_out - static_cast<int>(begin & (rolling::fan_out - 1));
    int const before = to_block < count ? to_block : 0;
    auto left = Monoid::identity();
    auto right = Monoid::identity();
#pragma unroll
    for (int i = most - 1; i >= 0; --i) {
      if (i < rows && i < before) left = Monoid::combine(Elements::value(elements[i]), left);
    }
#pragma unroll
    for (int i = 0; i < most; ++i) {
      if (i < rows && i >= before && i < count) right = Monoid::combine(right, Elements::value(elements[i]));
    }
    return Monoid::combine(left, right);
  }
};

}  // namespace rowfuse::cuda
