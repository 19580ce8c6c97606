#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/block/staged_patterns.cuh>
#include <rowfuse/cuda/block/staged_text.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/rows/long_rows.cuh>
#include <rowfuse/cuda/warp/rows.cuh>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// The fill pass of one block of rows. It is the only pass of transforms without text outputs, and then also validates text inputs.
template <class Transform, class Policy>
struct AgentFill {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  static constexpr bool measured = text_columns<Output> > 0;
  static constexpr int tile_rows = Policy::block_threads * Policy::rows_per_thread;
  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::int32_t length;
  std::uint64_t* report;
  std::uint8_t const* ascii_warps;  // from the sizes pass; unused without one
  LongRows long_rows;
  char* shared;  // `staged_bytes` for each text column, aligned to 16
  std::int32_t staged_bytes;  // a multiple of 16, of which 16 are for alignment

  __device__ void run() const {
    BlockReport<Output::size, Policy::block_threads> nulls;
    std::uint32_t const first = blockIdx.x * static_cast<std::uint32_t>(tile_rows);
    for (int i = 0; i < Policy::rows_per_thread; ++i) {
      std::uint32_t const row = first + i * Policy::block_threads + threadIdx.x;
      if ((row & ~31u) >= static_cast<std::uint32_t>(length)) break;  // warp-uniform
      run_row(static_cast<std::int32_t>(row), first, nulls);
    }
    if constexpr (measured) {
      __syncthreads();
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) staged<index>(first).flush(static_cast<int>(threadIdx.x), Policy::block_threads);
      });
    }
    if constexpr (has_nullable_column<Output>) nulls.flush(report);
  }

 private:
  template <std::size_t I>
  __device__ auto staged(std::uint32_t first) const {
    arrow::OutputColumn const& column = outputs.columns[I];
    std::uint32_t const after = first + tile_rows;
    std::int32_t const begin = __ldg(column.offsets + first);
    std::int32_t const end = __ldg(column.offsets + (after < static_cast<std::uint32_t>(length) ? after : length));
    auto* const values = static_cast<char*>(column.values);
    char* const mine = shared + text_columns_before<I, Output> * staged_bytes;
    return StagedText(mine, values + begin, values + end, end - begin <= staged_bytes - 16);
  }

  template <class Nulls>
  __device__ void run_row(std::int32_t row, std::uint32_t first, Nulls& nulls) const {
    WritingSink<Output> out;
    WarpRows<Input> const rows(inputs, length, row, out.fault);
    bool left_out = false;
    if constexpr (takes_long_rows<Transform>) {
      // Left out: rows that the sizes pass left out, or, without a sizes pass, rows that this pass lists.
      left_out = rows.is_long() && (measured || list_long_row(report, long_rows, row));
    }
    bool const exists = rows.exists() && !left_out;
    bool const ascii = measured ? ascii_warps[row >> 5] != 0 : __any_sync(full_warp, left_out) == 0 && rows.are_ascii();
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        arrow::OutputColumn const& column = outputs.columns[index];
        if (!exists) return;
        auto* const text = static_cast<char*>(column.values);
        auto& slot = out.template slot<index>();
        std::int32_t const begin = __ldg(column.offsets + row);
        std::int32_t const size = __ldg(column.offsets + row + 1) - begin;
        slot.cursor = staged<index>(first).target(text + begin);
        slot.end = slot.cursor + size;
      }
    });
    if (ascii) {
      if (exists && !out.fault) Transform{}(rows.template values<true, stages_patterns<Transform>>(), out);
    } else {
      if constexpr (!measured) {
        if (exists) rows.validate(out.fault);
      }
      if (exists && !out.fault) Transform{}(rows.template values<false, stages_patterns<Transform>>(), out);
    }
    if (out.fault) report_fault(report, row, out.fault);

    bool exact = !out.overrun;
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      auto const& slot = out.template slot<index>();
      if constexpr (is_text<Type>) {
        exact = exact && slot.cursor == slot.end;
      } else if constexpr (is_boolean<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.value);
        if ((threadIdx.x & 31) == 0) static_cast<std::uint32_t*>(column.values)[row >> 5] = word;
      } else {
        if (exists) static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
      }
      if constexpr (is_nullable<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.valid);
        if ((threadIdx.x & 31) == 0) reinterpret_cast<std::uint32_t*>(column.validity)[row >> 5] = word;
        nulls.counts[index] += __popc(__ballot_sync(full_warp, exists)) - __popc(word);
      }
    });
    if (!exact) atomicAdd(reinterpret_cast<unsigned long long*>(report + changed_word), 1ull);
  }
};

}  // namespace rowfuse::cuda
