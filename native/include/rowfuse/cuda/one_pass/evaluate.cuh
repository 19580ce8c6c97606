#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/staged_patterns.cuh>
#include <rowfuse/cuda/one_pass/general.cuh>
#include <rowfuse/cuda/one_pass/step.cuh>
#include <rowfuse/cuda/one_pass/write_out.cuh>
#include <rowfuse/row/counting_sink.hpp>
#include <rowfuse/row/writing_sink.hpp>

namespace rowfuse::cuda {

/// The warps that evaluate. Each takes its rows of a tile, writes their text to shared memory, adds up their bytes, and copies out the text
/// of an earlier tile when its place is known.
template <class Transform, class Policy>
struct OnePassEvaluate : OnePassStep<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using Step = OnePassStep<Transform, Policy>;
  using General = OnePassGeneral<Transform, Policy>;
  using Block::control;
  using Block::inputs;
  using Block::lane;
  using Block::length;
  using Block::no_tile;
  using Block::outputs;
  using Block::segments;
  using Block::shape;
  using Block::slots;
  using Block::stages;
  using Block::state;
  using Block::text_address;
  using Block::text_out;
  using typename Block::Bytes;
  using typename Block::Input;
  using typename Block::Nulls;
  using typename Block::Output;
  using typename Block::Tile;

  __device__ void evaluate_tiles(std::uint32_t warp) const {
    OnePassWriteOut<Transform, Policy> const writer{static_cast<Block const&>(*this)};
    Nulls nulls{};
    std::uint32_t evaluated = 0;  // tiles of the block
    std::uint32_t written = 0;
    for (bool more = true; more || written < evaluated;) {
      if (more) more = evaluate_tile(evaluated, warp, nulls);
      if (more) ++evaluated;
      // Writing lags behind, so that the places of a tile are found while the next one is evaluated.
      if (more ? evaluated >= slots : written < evaluated) writer.write_out(written++, warp);
    }
    report_nulls(nulls);
  }

 private:
  /// Evaluates the warp's rows of the block's i-th tile. Returns false if there is no such tile.
  __device__ __forceinline__ bool evaluate_tile(std::uint32_t i, std::uint32_t warp, Nulls& nulls) const {
    std::uint32_t const stage = i % stages;
    std::uint32_t const slot = i % slots;
    control.full[stage].wait(i / stages);
    Tile const& tile = control.tiles[stage];
    if (tile.number == no_tile) return false;
    auto const [before, rows] = tile.rows_of(warp);
    std::uint32_t const first = tile.first + before;
    std::uint32_t const text = text_address(slot, warp, 0);
    Bytes bytes;
    Nulls added{};
    bool fits = false;
    clear(text);
    if (is_ascii(tile, before, rows)) {
      fits = evaluate(tile, before, first, rows, text, bytes, added);
    } else if constexpr (General::available) {
      auto const result = General::evaluate(inputs, outputs, length, state, shape, control, tile, before, rows, text);
      fits = result.fits;
      bytes = result.bytes;
      added = result.nulls;
    }
    if (!fits) {
      // The output of this launch is discarded. Everything in progress goes on, so that no warp waits forever for bytes.
      this->abandon();
      bytes = {};
    }
    nulls += added;
    std::uint32_t const number = tile.number;
    control.empty[stage].arrive_warp();
    if (lane() == 0) {
      control.waiting[slot][warp] = {first, fits ? rows : 0};
      hand_in(number, slot, warp, bytes);
    }
    __syncwarp();
    return true;
  }

  /// Zeroes a warp's piece of a slot, because text is or-ed into it.
  __device__ void clear(std::uint32_t text) const {
    if constexpr (segments > 0) {
#pragma unroll
      for (int c = 0; c < text_out; ++c) {
        auto* const pieces = shared_pointer<uint4>(text + c * shape.piece_bytes);
#pragma unroll 1
        for (std::uint32_t at = lane(); at <= shape.text_bytes / 16; at += 32) pieces[at] = uint4{};
      }
      __syncwarp();
    }
  }

  /// True if all text of the warp's rows is in shared memory, by the first and the last offset, and is ASCII.
  __device__ static bool is_ascii(Tile const& tile, std::uint32_t before, std::uint32_t rows) {
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
        sound =
            static_cast<int>(sound) & static_cast<int>(lowest <= begin) & static_cast<int>(begin <= end) & static_cast<int>(end <= highest);
        std::uint32_t const first = column.origin + begin;
        std::uint32_t const from = first & ~15u;
        std::uint32_t const last = sound ? column.origin + end : 0;
#pragma unroll 1
        for (std::uint32_t at = from + lane() * 16; at < last; at += 32 * 16) {
          uint4 piece = *shared_pointer<uint4 const>(at);
          // Bytes before and after the text belong to other rows or to none, and could make a launch end early. With a general path they
          // only matter for speed, and masking them costs more (redact: 229 us instead of 203).
          if (!General::available && (at < first || at + 16 > last)) {
            piece.x = bytes_between(piece.x, at, first, last);
            piece.y = bytes_between(piece.y, at + 4, first, last);
            piece.z = bytes_between(piece.z, at + 8, first, last);
            piece.w = bytes_between(piece.w, at + 12, first, last);
          }
          bits |= piece.x | piece.y | piece.z | piece.w;
        }
      }
    });
    return __all_sync(full_warp, sound && (bits & 0x80808080u) == 0) != 0;
  }

  /// Returns the bytes of the word at `at` whose addresses are in [first, last); the others are 0.
  __device__ static std::uint32_t bytes_between(std::uint32_t word, std::uint32_t at, std::uint32_t first, std::uint32_t last) {
    if (at + 4 <= first || at >= last) return 0;
    if (at < first) word &= ~0u << (first - at) * 8;
    if (last - at < 4) word &= ~(~0u << (last - at) * 8);
    return word;
  }

  /// Evaluates rows whose text is all ASCII, and writes their text to `text`, which is zero. Returns false if it does not fit there or
  /// offsets decrease.
  __device__ bool evaluate(Tile const& tile, std::uint32_t before, std::uint32_t first, std::uint32_t rows, std::uint32_t text,
                           Bytes& bytes, Nulls& nulls) const {
    bytes = {};
    // Keeps the address in a register; otherwise the compiler derives it anew for every 32 rows.
    asm volatile("" : "+r"(text));
    auto const source = Step::source(tile, before);
#pragma unroll 1
    for (std::uint32_t at = lane(); at - lane() < rows; at += 32) {
      std::uint32_t const row = first + at;
      bool const exists = at < rows;
      RowValues<Input> values;
      // Offsets that never decrease stay between the warp's first and last offset.
      bool const sound =
          this->template read<View::ascii | (stages_patterns<Transform> ? View::staged : 0u), true>(source, tile, at, row, exists, values);
      if (!__all_sync(full_warp, sound)) return false;
      if (!write(values, row, exists, at, text, bytes, nulls)) return false;
    }
    return true;
  }

  /// Writes the text of 32 ASCII rows. Returns false if it does not fit.
  __device__ __forceinline__ bool write(RowValues<Input> const& values, std::uint32_t row, bool exists, std::uint32_t at,
                                        std::uint32_t text, Bytes& bytes, Nulls& nulls) const {
    if constexpr (segments > 0) {
      return this->template write_segments<true>(values, row, exists, at, text, bytes, nulls);
    } else {
      return write_twice(values, row, exists, at, text, bytes, nulls);
    }
  }

  /// Evaluates rows twice, for text that has no bytes before it is written, such as that of numbers.
  __device__ __forceinline__ bool write_twice(RowValues<Input> const& values, std::uint32_t row, bool exists, std::uint32_t at,
                                              std::uint32_t text, Bytes& bytes, Nulls& nulls) const {
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
        std::uint32_t const place = this->take_place(size, column_text, at, bytes.of[c]);
        fits = fits && bytes.of[c] <= shape.text_bytes;
        auto& slot = out.template slot<index>();
        slot.cursor = shared_pointer<char>(column_text + place);
        slot.end = slot.cursor + size;
      }
    });
    if (!fits) return false;
    if (exists && !sizes.fault) Transform{}(values, out);
    Step::store_fixed(outputs, out, row, exists, nulls);
    __syncwarp();
    return true;
  }

  /// Hands in the warp's bytes: for this block's places, and for the other blocks if it is the tile's last warp.
  __device__ void hand_in(std::uint32_t tile, std::uint32_t slot, std::uint32_t warp, Bytes const& bytes) const {
#pragma unroll
    for (int c = 0; c < text_out; ++c) {
      control.bytes[slot][c][warp] = bytes.of[c];
      atomicAdd(&control.sum[slot][c], bytes.of[c]);
    }
    __threadfence_block();
    if (atomicInc(&control.arrived[slot], shape.warps - 1) == shape.warps - 1) {
#pragma unroll
      for (int c = 0; c < text_out; ++c) state.chain.publish(c, tile, atomicExch(&control.sum[slot][c], 0u));
    }
    control.counted[slot].arrive();
  }

  __device__ void report_nulls(Nulls const& nulls) const {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_nullable<ColumnType<index, Output>>) {
        if (lane() == 0 && nulls.of[index] != 0) {
          atomicAdd(reinterpret_cast<unsigned long long*>(state.report + column_words + Output::size + index),
                    static_cast<unsigned long long>(nulls.of[index]));
        }
      }
    });
  }
};

}  // namespace rowfuse::cuda
