#pragma once

#include <cstdint>

#include <rowfuse/cuda/block_report.cuh>
#include <rowfuse/cuda/one_pass_block.cuh>
#include <rowfuse/cuda/shared_text.cuh>
#include <rowfuse/cuda/warp_rows.cuh>
#include <rowfuse/cuda/warp_scan.cuh>
#include <rowfuse/row/counting_sink.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// What the one-pass kernel does with rows that are not ASCII, or too long for the tile's buffers: they are counted from
/// global memory, and evaluated again straight into their place.
template <class Transform, class Policy>
struct OnePassSlowRows {
  using Block = OnePassBlock<Transform, Policy>;
  using Input = typename Block::Input;
  using Output = typename Block::Output;
  using Waiting = typename Block::Waiting;
  static constexpr int text_out = Block::text_out;

  struct Bytes {
    std::uint32_t of[text_out];
  };
  using Nulls = std::uint32_t[Output::size];  // of the warp's rows so far; the same on all lanes

  /// Stores what has a fixed width, where the rows are: 32 rows, the first of which is a multiple of 32.
  template <class Sink>
  __device__ static void store_fixed(OutputPack<Output::size> const& outputs, Sink& out, std::uint32_t row, bool exists,
                                     Nulls& nulls) {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      auto const& slot = out.template slot<index>();
      if constexpr (is_text<Type>) {
      } else if constexpr (is_boolean<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.value);
        if (lane() == 0) static_cast<std::uint32_t*>(column.values)[row >> 5] = word;
      } else {
        if (exists) static_cast<typename Type::Storage*>(column.values)[row] = slot.value;
      }
      if constexpr (is_nullable<Type>) {
        unsigned const word = __ballot_sync(full_warp, exists && slot.valid);
        if (lane() == 0) reinterpret_cast<std::uint32_t*>(column.validity)[row >> 5] = word;
        nulls[index] += __popc(__ballot_sync(full_warp, exists)) - __popc(word);
      }
    });
  }

  // Out of line, and without the agent, whose address would otherwise bring its members from registers into memory.

  /// The bytes of the rows' text; the place of each row's goes to `text`, four bytes each.
  __device__ __noinline__ static Bytes count(InputPack<Input::size> const& inputs, std::uint32_t length,
                                             std::uint64_t* report, std::uint32_t first, std::uint32_t rows,
                                             std::uint32_t text, std::uint32_t piece_bytes) {
    Bytes bytes{};
    for (std::uint32_t at = lane(); at - lane() < rows; at += 32) {
      CountingSink<Output> out;
      WarpRows<Input> const values(inputs, static_cast<std::int32_t>(length), static_cast<std::int32_t>(first + at),
                                   out.fault);
      values.validate(out.fault);
      if (values.exists() && !out.fault) Transform{}(values.template values<false>(), out);
      if (out.fault) report_fault(report, first + at, out.fault);
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          constexpr int c = text_columns_before<index, Output>;
          auto const size = out.fault ? 0 : static_cast<std::uint32_t>(out.bytes[index]);
          std::uint32_t const sum = inclusive_sum(size);
          *shared_pointer<std::uint32_t>(text + c * piece_bytes + at * 4) = bytes.of[c] + sum - size;
          bytes.of[c] += __shfl_sync(full_warp, sum, 31);
        }
      });
    }
    __syncwarp();
    return bytes;
  }

  /// Evaluates the rows into their destination.
  __device__ __noinline__ static void write_directly(InputPack<Input::size> const& inputs,
                                                     OutputPack<Output::size> const& outputs, std::uint32_t length,
                                                     std::uint64_t* report, Waiting waiting, std::uint32_t text,
                                                     std::uint32_t piece_bytes, std::uint32_t const (&place)[text_out],
                                                     std::uint32_t const (&bytes)[text_out], Nulls& nulls) {
    for (std::uint32_t at = lane(); at - lane() < waiting.rows; at += 32) {
      std::uint32_t const row = waiting.first + at;
      WritingSink<Output> out;
      WarpRows<Input> const values(inputs, static_cast<std::int32_t>(length), static_cast<std::int32_t>(row), out.fault);
      values.validate(out.fault);
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          constexpr int c = text_columns_before<index, Output>;
          if (!values.exists()) return;
          auto const* const places = shared_pointer<std::uint32_t const>(text + c * piece_bytes);
          char* const whole = static_cast<char*>(outputs.columns[index].values) + place[c];
          auto& slot = out.template slot<index>();
          slot.cursor = whole + places[at];
          slot.end = whole + (at + 1 < waiting.rows ? places[at + 1] : bytes[c]);
        }
      });
      if (values.exists() && !out.fault) Transform{}(values.template values<false>(), out);
      bool exact = !out.overrun;
      for_each_column<Output>([&](auto index) {
        if constexpr (is_text<ColumnType<index, Output>>) {
          auto const& slot = out.template slot<index>();
          exact = exact && (out.fault || slot.cursor == slot.end);
        }
      });
      if (!exact) atomicAdd(reinterpret_cast<unsigned long long*>(report + changed_word), 1ull);
      store_fixed(outputs, out, row, values.exists(), nulls);
    }
  }

 private:
  __device__ static std::uint32_t lane() { return Block::lane(); }
};

}  // namespace rowfuse::cuda
