#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rolling/rows.cuh>
#include <rowfuse/cuda/rolling/shape.cuh>
#include <rowfuse/rolling/reductions.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

namespace detail {

/// Bytes of an element in shared memory: its columns as they are stored, bits as bytes, and one byte of validity per nullable column.
template <class Columns>
struct StagedBytes;
template <class... Types>
struct StagedBytes<Schema<Types...>> {
  static constexpr int widths[] = {(Types::id == arrow::TypeId::none ? 0 : static_cast<int>(sizeof(typename Types::Storage)))..., 0};
  static constexpr int validity[] = {(rolling::detail::is_nullable_element<Types> ? 1 : 0)..., 0};

  static constexpr std::size_t all_values = sum(widths, sizeof...(Types));
  template <std::size_t column>
  static constexpr std::size_t values_before = sum(widths, column);
  template <std::size_t column>
  static constexpr std::size_t validity_before = all_values + sum(validity, column);
  static constexpr std::size_t all = all_values + sum(validity, sizeof...(Types));
};

template <class List>
struct StateBytes;
template <class... Each>
struct StateBytes<Folds<Each...>> {
  static constexpr int sizes[] = {static_cast<int>(sizeof(typename Each::State))..., 0};
  template <std::size_t fold>
  static constexpr std::size_t before = sum(sizes, fold);
  static constexpr std::size_t all = sum(sizes, sizeof...(Each));
};

}  // namespace detail

/// Folds windows in exactly the order of their rows: one block's rows. A thread has neighbouring rows, whose windows differ only in a few
/// elements at both ends. It loads each element once from shared memory, and takes a step with it in the states of all its rows. Lanes walk
/// in step, each `rows_a_thread` elements behind the next.
///
/// Windows that are larger than the staged part are folded piece by piece.
template <class Transform, class Policy>
struct AgentFold {
  using Input = typename Transform::Input;
  using List = rolling::FoldsOf<Transform>;
  using Totals = rolling::ReductionsOf<Transform>;
  using Staged = detail::StagedBytes<Input>;
  static constexpr int threads = Policy::block_threads;
  static constexpr int rows_a_thread = Policy::rows_a_thread;
  static constexpr int tile_rows = threads * rows_a_thread;
  static_assert(threads % 32 == 0 && rows_a_thread % 2 == 1);

  /// Elements in shared memory: a piece of the windows for the first row, plus the distance from the first to the last row.
  __host__ __device__ static constexpr int piece(Window const& window) {
    std::int64_t const all = window.rows() + rows_a_thread - 1;
    return all < Policy::staged_elements ? static_cast<int>(all) : Policy::staged_elements;
  }
  __host__ __device__ static constexpr int places(Window const& window) {
    return (piece(window) + tile_rows - rows_a_thread + 15) / 16 * 16;  // so that every array is a multiple of 16 bytes
  }
  __host__ __device__ static constexpr std::size_t shared_bytes(Window const& window) {
    auto const staged = Staged::all * places(window);
    auto const states = detail::StateBytes<List>::all * tile_rows;
    return staged > states ? staged : states;
  }

  InputPack<Input::size> const& inputs;
  OutputPack<Transform::Output::size> const& outputs;
  Window const& window;  ///< within `length`
  std::int32_t length;
  void* const* totals;  ///< by reduction: its results by row
  std::uint64_t* report;
  char* shared;

  __device__ void run() const {
    std::int64_t const first_row = static_cast<std::int64_t>(blockIdx.x) * tile_rows;
    std::int64_t const thread_row = first_row + static_cast<std::int64_t>(threadIdx.x) * rows_a_thread;
    // Steps count from the element with which the window of the thread's first row begins.
    std::int64_t const first_element = thread_row - window.preceding;
    auto const steps = static_cast<std::int32_t>(window.rows()) + rows_a_thread - 1;
    auto const before = static_cast<std::int32_t>(first_element < 0 ? -first_element : 0);
    std::int64_t const left = length - first_element;
    auto const there = static_cast<std::int32_t>(left < steps ? (left < 0 ? 0 : left) : steps);

    rolling::FoldRow<Transform> rows[rows_a_thread];
    States states[rows_a_thread];
#pragma unroll
    for (int k = 0; k < rows_a_thread; ++k) {
      std::int64_t const row = thread_row + k < length ? thread_row + k : length - 1;
      rolling::begin_row(rows[k], inputs.columns, window, row, length);
      for_each_index<List::size>([&](auto index) {
        using Fold = rolling::ReductionAt<index, List>;
        rolling::detail::state<index>(states[k]) = Fold::begin(rows[k]);
      });
    }

    int const piece_steps = piece(window);
    for (std::int32_t from = 0; from < steps; from += piece_steps) {
      std::int32_t const rest = steps - from;
      std::int32_t const count = rest < piece_steps ? rest : piece_steps;
      if (from > 0) __syncthreads();
      stage(first_row - window.preceding + from, count + tile_rows - rows_a_thread);
      __syncthreads();
      std::int32_t const begin = from > before ? from : before;
      std::int32_t const end = from + count < there ? from + count : there;
      walk(from, begin, end, before, rows, states);
    }

    __syncthreads();
#pragma unroll
    for (int k = 0; k < rows_a_thread; ++k) {
      for_each_index<List::size>([&](auto index) {
        stored_states<index>()[static_cast<int>(threadIdx.x) * rows_a_thread + k] = rolling::detail::state<index>(states[k]);
      });
    }
    __syncthreads();
    evaluate_rows<Transform, threads>(
        inputs, outputs, window, first_row, tile_rows, length, report, [&](int j, std::int64_t row, rolling::WindowRow<Transform>& values) {
          for_each_index<List::size>([&](auto index) { rolling::detail::state<index>(values) = stored_states<index>()[j]; });
          for_each_index<Totals::size>([&](auto index) {
            using Value = typename rolling::ReductionAt<index, Totals>::Monoid::Value;
            rolling::detail::total<index>(values) = static_cast<Value const*>(totals[index])[row];
          });
        });
  }

 private:
  using States = rolling::detail::States<std::make_index_sequence<List::size>, List>;

  template <std::size_t I>
  __device__ auto* stored_states() const {
    using State = typename rolling::ReductionAt<I, List>::State;
    constexpr std::size_t before = detail::StateBytes<List>::template before<I> * tile_rows;
    return reinterpret_cast<State*>(shared + before);
  }

  template <std::size_t I>
  __device__ auto* staged_values() const {
    using Storage = typename ColumnType<I, Input>::Storage;
    constexpr std::size_t before = Staged::template values_before<I>;
    return reinterpret_cast<Storage*>(shared + before * places(window));
  }
  template <std::size_t I>
  __device__ std::uint8_t* staged_validity() const {
    constexpr std::size_t before = Staged::template validity_before<I>;
    return reinterpret_cast<std::uint8_t*>(shared + before * places(window));
  }

  /// Stages rows [first, first + count) as elements. Rows outside the input are left undefined, because no window has them.
  __device__ void stage(std::int64_t first, int count) const {
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      if constexpr (Type::id != arrow::TypeId::none) {
        arrow::InputColumn const& column = inputs.columns[index];
        auto* const to = staged_values<index>();
#pragma unroll 8
        for (int at = static_cast<int>(threadIdx.x); at < count; at += threads) {
          std::int64_t const row = first + at;
          if (row < 0 || row >= length) continue;
          if constexpr (is_boolean<Type>) {
            to[at] = arrow::bit_at(column.values, column.values_bit + row);
          } else {
            to[at] = static_cast<typename Type::Storage const*>(column.values)[row];
          }
          if constexpr (is_nullable<Type>) {
            staged_validity<index>()[at] = column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row);
          }
        }
      }
    });
  }

  /// Returns the element of a step, `at` places after the first one staged for the thread.
  __device__ rolling::FoldElement<Input> element(int at, rolling::FoldRow<Transform> const& row) const {
    rolling::FoldElement<Input> element;
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      auto& value = rowfuse::detail::cell<index>(element);
      if constexpr (Type::id != arrow::TypeId::none) {
        auto const stored = staged_values<index>()[at];
        if constexpr (is_nullable<Type>) {
          if (staged_validity<index>()[at] == 0) {
            value = null;
            return;
          }
        }
        if constexpr (is_boolean<Type>) value = stored;
        else value = from_storage<Type>(stored);
      } else if constexpr (is_scalar<Type>) {
        value = rowfuse::detail::cell<index>(row);
      }
    });
    return element;
  }

  __device__ static void step(rolling::FoldRow<Transform> const& row, rolling::FoldElement<Input> const& element, States& state) {
    for_each_index<List::size>(
        [&](auto index) { rolling::ReductionAt<index, List>::step(row, element, rolling::detail::state<index>(state)); });
  }

  /// Takes steps [begin, end) of a piece that begins with step `from`. The thread's row k takes the steps [k, k + rows) of them, from
  /// `before` on.
  __device__ void walk(std::int32_t from, std::int32_t begin, std::int32_t end, std::int32_t before,
                       rolling::FoldRow<Transform> (&rows)[rows_a_thread], States (&states)[rows_a_thread]) const {
    auto const window_rows = static_cast<std::int32_t>(window.rows());
    int const place = static_cast<int>(threadIdx.x) * rows_a_thread - from;
    auto const some = [&](std::int32_t first, std::int32_t last) {
#pragma unroll 1
      for (std::int32_t j = first; j < last; ++j) {
        auto now = element(place + j, rows[0]);
#pragma unroll
        for (int k = 0; k < rows_a_thread; ++k) {
          if (j < k || j - k >= window_rows) continue;
          now.position = j - (k > before ? k : before);
          step(rows[k], now, states[k]);
        }
      }
    };
    std::int32_t const full = rows_a_thread - 1;
    std::int32_t const rest = window_rows > full ? window_rows : full;
    some(begin, end < full ? end : full);
    std::int32_t const last = end < window_rows ? end : window_rows;
#pragma unroll 4
    for (std::int32_t j = begin > full ? begin : full; j < last; ++j) {
      auto now = element(place + j, rows[0]);
#pragma unroll
      for (int k = 0; k < rows_a_thread; ++k) {
        now.position = j - (k > before ? k : before);
        step(rows[k], now, states[k]);
      }
    }
    some(begin > rest ? begin : rest, end);
  }
};

}  // namespace rowfuse::cuda
