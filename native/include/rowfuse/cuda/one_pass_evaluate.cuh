#pragma once

#include <cstdint>

#include <rowfuse/cuda/one_pass_write_out.cuh>
#include <rowfuse/row/segment_sink.hpp>

namespace rowfuse::cuda {

/// The warps that evaluate: each takes its rows of a tile, writes their text to shared memory, adds up their bytes, and
/// copies the text of an earlier tile out when its place is known.
template <class Transform, class Policy>
struct OnePassEvaluate : OnePassBlock<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using typename Block::Input;
  using typename Block::Output;
  using typename Block::Tile;
  using Block::control;
  using Block::inputs;
  using Block::lane;
  using Block::length;
  using Block::no_tile;
  using Block::outputs;
  using Block::places_address;
  using Block::segments;
  using Block::shape;
  using Block::slots;
  using Block::stages;
  using Block::state;
  using Block::text_address;
  using Block::text_in;
  using Block::text_out;
  using Block::warps;
  using SlowRows = OnePassSlowRows<Transform, Policy>;
  using Nulls = typename SlowRows::Nulls;
  using Bytes = typename SlowRows::Bytes;

  __device__ void evaluate_tiles(std::uint32_t warp) const {
    OnePassWriteOut<Transform, Policy> const writer{static_cast<Block const&>(*this)};
    Nulls nulls = {};
    std::uint32_t written = 0;
    std::uint32_t i = 0;
    for (;; ++i) {
      std::uint32_t const stage = i % stages;
      std::uint32_t const slot = i % slots;
      control.full[stage].wait(i / stages);
      Tile const& tile = control.tiles[stage];
      std::uint32_t const number = tile.number;
      if (number == no_tile) break;
      std::uint32_t const before = warp * 32 * tile.steps;  // rows of the tile before the warp's
      std::uint32_t const rows = before < tile.rows ? min(32 * tile.steps, tile.rows - before) : 0;
      std::uint32_t const first = tile.first + before;
      Bytes bytes;
      Nulls added = {};  // counted again where the rows are evaluated again
      bool const evaluated =
          is_fast(tile, before, rows) && evaluate(tile, before, first, rows, text_address(slot, warp, 0), bytes, added);
      if (evaluated) {
#pragma unroll
        for (int c = 0; c < Output::size; ++c) nulls[c] += added[c];
      } else {
        bytes = SlowRows::count(inputs, length, state.report, first, rows, text_address(slot, warp, 0), shape.piece_bytes);
      }
      __syncwarp();
      if (lane() == 0) {
        control.empty[stage].arrive();
        control.waiting[slot][warp] = {first, rows, evaluated};
        hand_in(number, slot, warp, bytes);
      }
      __syncwarp();
      if (i + 1 >= slots) writer.write_out(written++, warp, nulls);
    }
    while (written < i) writer.write_out(written++, warp, nulls);
    report_nulls(nulls);
  }

 private:
  /// Whether all of the warp's text is in shared memory, by its first and its last offset, and is ASCII.
  __device__ bool is_fast(Tile const& tile, std::uint32_t before, std::uint32_t rows) const {
    if (!tile.staged) return false;
    if (rows == 0) return true;
    bool sound = true;
    std::uint32_t bits = 0;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto const& column = tile.columns[text_columns_before<index, Input>];
        auto const* const offsets = shared_pointer<std::int32_t const>(column.offsets + before * 4);
        std::int32_t const begin = offsets[0];
        std::int32_t const end = offsets[rows];
        std::int32_t const lowest = column.begin;
        std::int32_t const highest = column.end;
        sound = static_cast<int>(sound) & static_cast<int>(lowest <= begin) & static_cast<int>(begin <= end) &
                static_cast<int>(end <= highest);
        // Whole pieces: a neighbour's byte can make the rows slow, never wrong.
        std::uint32_t const from = (column.origin + begin) & ~15u;
        std::uint32_t const to = sound ? column.origin + end : from;
#pragma unroll 1
        for (std::uint32_t at = from + lane() * 16; at < to; at += 32 * 16) {
          uint4 const piece = *shared_pointer<uint4 const>(at);
          bits |= piece.x | piece.y | piece.z | piece.w;
        }
      }
    });
    return __all_sync(full_warp, sound && (bits & 0x80808080u) == 0) != 0;
  }

  /// Evaluates the rows; their text goes to `text`. False when it does not fit there, or offsets go back.
  __device__ bool evaluate(Tile const& tile, std::uint32_t before, std::uint32_t first, std::uint32_t rows,
                           std::uint32_t text, Bytes& bytes, Nulls& nulls) const {
#pragma unroll
    for (int c = 0; c < text_out; ++c) {
      bytes.of[c] = 0;
      if constexpr (segments > 0) {
        auto* const pieces = shared_pointer<uint4>(text + c * shape.piece_bytes);
#pragma unroll 1
        for (std::uint32_t at = lane(); at <= shape.text_bytes / 16; at += 32) pieces[at] = uint4{};
      }
    }
    __syncwarp();
    // In a register from here on: the compiler would otherwise derive it anew for every 32 rows.
    asm volatile("" : "+r"(text));
    // By input column, with constant indices only: registers.
    std::uint32_t origin[text_in > 0 ? text_in : 1];
    std::uint32_t offsets_of_warp[text_in > 0 ? text_in : 1];
#pragma unroll
    for (int c = 0; c < text_in; ++c) {
      origin[c] = tile.columns[c].origin;
      offsets_of_warp[c] = tile.columns[c].offsets + before * 4;
    }
#pragma unroll 1
    for (std::uint32_t at = lane(); at - lane() < rows; at += 32) {
      std::uint32_t const row = first + at;
      bool const exists = at < rows;
      bool sound = true;
      RowValues<Input> values;
      for_each_column<Input>([&](auto index) {
        using Type = ColumnType<index, Input>;
        auto const& column = inputs.columns[index];
        auto& value = rowfuse::detail::cell<index>(values);
        bool valid = exists;
        if constexpr (is_nullable<Type>) {
          valid = exists && (column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row));
        }
        if constexpr (is_text<Type>) {
          constexpr int c = text_columns_before<index, Input>;
          auto const* const offsets = shared_pointer<std::int32_t const>(offsets_of_warp[c]);
          std::int32_t const begin = offsets[at];
          std::int32_t const end = offsets[at + 1];
          sound = static_cast<int>(sound) & (static_cast<int>(begin <= end) | static_cast<int>(!exists));
          View const view(shared_pointer<char const>(origin[c] + begin), end - begin, View::ascii);
          if constexpr (is_nullable<Type>) {
            if (valid) value = view;
            else value = null;
          } else {
            value = view;
          }
        } else if constexpr (Type::id != arrow::TypeId::none) {
          if (exists) value = decode_fixed<Type>(column, row, valid);
        }
      });
      // Offsets that rise from the warp's first to its last stay between the two.
      if (!__all_sync(full_warp, sound)) return false;
      if constexpr (segments > 0) {
        if (!write_segments(values, row, exists, at, text, bytes, nulls)) return false;
      } else {
        if (!write_twice(values, row, exists, at, text, bytes, nulls)) return false;
      }
    }
    return true;
  }

  /// One evaluation: the views that the text consists of are remembered, and copied when their place is known.
  __device__ __forceinline__ bool write_segments(RowValues<Input> const& values, std::uint32_t row, bool exists,
                                                 std::uint32_t at, std::uint32_t text, Bytes& bytes,
                                                 Nulls& nulls) const {
    SegmentSink<Output, segments> out;
    if (exists) Transform{}(values, out);
    if (out.fault) report_fault(state.report, row, out.fault);
    bool fits = true;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        auto& parts = out.template slot<index>().text;
        std::uint32_t size = 0;
#pragma unroll
        for (int i = 0; i < segments; ++i) {
          if (out.fault) parts[i].size = 0;
          size += parts[i].size;
        }
        std::uint32_t const column_text = text + c * shape.piece_bytes;
        std::uint32_t const place = take_place(size, column_text, at, bytes.of[c]);
        fits = fits && bytes.of[c] <= shape.text_bytes;
        if (fits) {
          SharedText writer(column_text + place);
#pragma unroll
          for (int i = 0; i < segments; ++i) {
            if ((Transform::segments.longer >> i & 1) != 0) writer.append_long(parts[i]);
            else writer.append_short(parts[i]);
          }
        }
      }
    });
    SlowRows::store_fixed(outputs, out, row, exists, nulls);
    __syncwarp();
    return fits;
  }

  /// Two evaluations, for text that has no bytes before it is written: numbers, mapped case.
  __device__ __forceinline__ bool write_twice(RowValues<Input> const& values, std::uint32_t row, bool exists,
                                              std::uint32_t at, std::uint32_t text, Bytes& bytes,
                                              Nulls& nulls) const {
    CountingSink<Output> sizes;
    if (exists) Transform{}(values, sizes);
    if (sizes.fault) report_fault(state.report, row, sizes.fault);
    WritingSink<Output> out;
    bool fits = true;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        auto const size = sizes.fault ? 0 : static_cast<std::uint32_t>(sizes.bytes[index]);
        std::uint32_t const column_text = text + c * shape.piece_bytes;
        std::uint32_t const place = take_place(size, column_text, at, bytes.of[c]);
        fits = fits && bytes.of[c] <= shape.text_bytes;
        auto& slot = out.template slot<index>();
        slot.cursor = shared_pointer<char>(column_text + place);
        slot.end = slot.cursor + size;
      }
    });
    if (!fits) return false;
    if (exists && !sizes.fault) Transform{}(values, out);
    SlowRows::store_fixed(outputs, out, row, exists, nulls);
    __syncwarp();
    return true;
  }

  /// The place of the lane's text among that of the warp's rows so far, which is also noted behind the text.
  __device__ std::uint32_t take_place(std::uint32_t size, std::uint32_t text, std::uint32_t at,
                                      std::uint32_t& bytes) const {
    std::uint32_t const sum = inclusive_sum(size);
    std::uint32_t const place = bytes + sum - size;
    bytes += __shfl_sync(full_warp, sum, 31);
    *shared_pointer<std::uint16_t>(places_address(text) + at * 2) = static_cast<std::uint16_t>(place);
    return place;
  }

  /// The warp's bytes: for the other blocks when it is the tile's last, and for this block's places.
  __device__ void hand_in(std::uint32_t tile, std::uint32_t slot, std::uint32_t warp, Bytes const& bytes) const {
#pragma unroll
    for (int c = 0; c < text_out; ++c) {
      control.bytes[slot][c][warp] = bytes.of[c];
      atomicAdd(&control.sum[slot][c], bytes.of[c]);
    }
    __threadfence_block();
    if (atomicInc(&control.arrived[slot], warps - 1) == warps - 1) {
#pragma unroll
      for (int c = 0; c < text_out; ++c) state.chain.publish(c, tile, atomicExch(&control.sum[slot][c], 0u));
    }
    control.counted[slot].arrive();
  }

  __device__ void report_nulls(Nulls const& nulls) const {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_nullable<ColumnType<index, Output>>) {
        if (lane() == 0 && nulls[index] != 0) {
          atomicAdd(reinterpret_cast<unsigned long long*>(state.report + column_words + Output::size + index),
                    static_cast<unsigned long long>(nulls[index]));
        }
      }
    });
  }
};

}  // namespace rowfuse::cuda
