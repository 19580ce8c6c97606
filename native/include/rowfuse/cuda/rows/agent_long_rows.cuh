#pragma once

#include <cstdint>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/rows/long_row_sink.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/string/bytes/together.hpp>

namespace rowfuse::cuda {

/// Evaluates the rows that the passes leave out because their text is long. A whole warp evaluates each row, and its lanes share the work
/// on the bytes. While one lane reads a part of a row by itself, the other 31 wait.
///
/// One kernel serves both passes; the sizes pass gives it no room to write to.
template <class Transform>
struct AgentLongRows {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::uint64_t* report;
  LongRows rows;
  bool writes;

  __device__ void run() const {
    auto const found = rows.count >= 0 ? static_cast<std::uint64_t>(rows.count) : report[long_rows_word];
    auto const count = static_cast<std::uint32_t>(min(found, static_cast<std::uint64_t>(rows.capacity)));
    std::uint32_t const warps = gridDim.x * (blockDim.x / 32);
    for (std::uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < count; i += warps) run_row(rows.rows[i]);
  }

 private:
  __device__ static bool first_lane() { return (threadIdx.x & 31) == 0; }

  /// Evaluates one row on all lanes of a warp. They hold the same values throughout, and take the same branches.
  __device__ void run_row(std::int32_t row) const {
    LongRowSink<Output> out;
    auto const values = read(row, out.fault);
    if (writes) {
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          arrow::OutputColumn const& column = outputs.columns[index];
          auto& slot = out.template slot<index>();
          slot.cursor = static_cast<char*>(column.values) + column.offsets[row];
          slot.end = static_cast<char*>(column.values) + column.offsets[row + 1];
        }
      });
    }
    if (!out.fault) Transform{}(values, out);
    __syncwarp();
    if (!first_lane()) return;
    if (out.fault) report_fault(report, row, out.fault);
    if (writes) {
      store(row, out);
    } else {
      measure(row, out);
    }
  }

  __device__ RowValues<Input> read(std::int32_t row, RowFault& fault) const {
    RowValues<Input> values;
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      auto const& column = inputs.columns[index];
      auto& value = rowfuse::detail::cell<index>(values);
      bool valid = true;
      if constexpr (is_nullable<Type>) {
        valid = column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row);
      }
      if constexpr (is_text<Type>) {
        // The offsets are sound, because the pass that left the row out has checked them.
        std::int32_t const begin = __ldg(column.offsets + row);
        std::int32_t const size = __ldg(column.offsets + row + 1) - begin;
        char const* const text = static_cast<char const*>(column.values) + begin;
        bool ascii = false;
        if constexpr (is_utf8<Type>) {
          ascii = rowfuse::detail::is_ascii_together(text, size);
          if (valid && !ascii && !rowfuse::detail::is_valid_utf8_together(text, size)) {
            fault.raise(Fault::invalid_utf8, index);
          }
        }
        value = ascii ? decode_text<Type, View::ascii>(text, size, valid) : decode_text<Type>(text, size, valid);
      } else if constexpr (Type::id != arrow::TypeId::none) {
        value = decode_fixed<Type>(column, row, valid);
      } else if constexpr (is_scalar<Type>) {
        value = decode_scalar<Type>(column, row);
      }
    });
    return values;
  }

  __device__ void measure(std::int32_t row, LongRowSink<Output> const& out) const {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        std::int64_t const size = out.fault ? 0 : out.bytes[index];
        constexpr std::int64_t most = 0x7FFFFFFF;
        outputs.columns[index].offsets[row] = static_cast<std::int32_t>(size < most ? size : most);
        add(column_words + static_cast<int>(index), static_cast<std::uint64_t>(size));
      }
    });
  }

  /// Sets bits by `or`: the pass that left the row out has written zeros.
  __device__ void store(std::int32_t row, LongRowSink<Output>& out) const {
    bool exact = true;
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      auto const& slot = out.template slot<index>();
      std::uint32_t const bit = 1u << (row & 31);
      if constexpr (is_text<Type>) {
        exact = exact && slot.cursor == slot.end;
      } else if constexpr (is_boolean<Type>) {
        if (slot.value) atomicOr(static_cast<std::uint32_t*>(column.values) + (row >> 5), bit);
      } else {
        static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
      }
      if constexpr (is_nullable<Type>) {
        if (slot.valid) atomicOr(reinterpret_cast<std::uint32_t*>(column.validity) + (row >> 5), bit);
        else add(column_words + static_cast<int>(index), 1);
      }
    });
    if (!exact) add(changed_word, 1);
  }

  __device__ void add(int word, std::uint64_t count) const {
    if (count != 0) atomicAdd(reinterpret_cast<unsigned long long*>(report + word), static_cast<unsigned long long>(count));
  }
};

}  // namespace rowfuse::cuda
