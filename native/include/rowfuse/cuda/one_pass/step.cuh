#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/one_pass/block.cuh>
#include <rowfuse/cuda/one_pass/shared_text.cuh>
#include <rowfuse/cuda/warp/scan.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/row/segment_sink.hpp>

namespace rowfuse::cuda {

/// The base of both ways to evaluate 32 rows of a tile: reads rows from shared memory, and stores results.
template <class Transform, class Policy>
struct OnePassStep : OnePassBlock<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using Block::inputs;
  using Block::lane;
  using Block::outputs;
  using Block::places_address;
  using Block::segments;
  using Block::shape;
  using Block::state;
  using Block::text_in;
  using typename Block::Bytes;
  using typename Block::Input;
  using typename Block::Nulls;
  using typename Block::Output;
  using typename Block::Tile;

  /// The addresses of a warp's rows, by text column of the input. They stay in registers over all steps.
  struct Source {
    std::uint32_t origin[text_in > 0 ? text_in : 1];
    std::uint32_t offsets[text_in > 0 ? text_in : 1];  // of the warp's first row
  };
  __device__ __forceinline__ static Source source(Tile const& tile, std::uint32_t before) {
    Source source;
#pragma unroll
    for (int c = 0; c < text_in; ++c) {
      source.origin[c] = tile.columns[c].origin;
      source.offsets[c] = tile.columns[c].offsets + before * 4;
    }
    return source;
  }

  /// Reads the lane's row, which is the warp's row `at`. Returns false if its text is too long for one lane (the whole block would wait for
  /// it), or not all in shared memory. With `inside` all of the warp's text is in shared memory, provided that offsets do not decrease;
  /// otherwise the range of the tile is compared.
  template <std::uint32_t flags, bool inside>
  __device__ __forceinline__ bool read(Source const& source, Tile const& tile, std::uint32_t at, std::uint32_t row, bool exists,
                                       RowValues<Input>& values) const {
    bool sound = true;
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
        auto const* const offsets = shared_pointer<std::int32_t const>(source.offsets[c]);
        std::int32_t const begin = offsets[at];
        std::int32_t const end = offsets[at + 1];
        // One comparison also covers offsets that decrease: as an unsigned number their difference is large.
        bool there = static_cast<std::uint32_t>(end) - static_cast<std::uint32_t>(begin) <= longest_lane_text;
        if constexpr (!inside) {
          there = static_cast<int>(there) & static_cast<int>(tile.columns[c].begin <= begin) & static_cast<int>(end <= tile.columns[c].end);
        }
        sound = static_cast<int>(sound) & (static_cast<int>(there) | static_cast<int>(!exists));
        std::int32_t size = end - begin;
        // The bytes of a line show where it ends, so they must be present.
        if constexpr (is_line<Type>) size = exists && there ? size : 0;
        value = decode_text<Type, flags>(shared_pointer<char const>(source.origin[c] + begin), size, valid);
      } else if constexpr (Type::id != arrow::TypeId::none) {
        if (exists) value = decode_fixed<Type>(column, row, valid);
      } else if constexpr (is_scalar<Type>) {
        value = decode_scalar<Type>(column, row);
      }
    });
    return sound;
  }

  /// Evaluates 32 rows once: remembers the views that the text consists of, and copies them to `text` when their place is known. Returns
  /// false if they do not fit there, or include parts of characters.
  template <bool ascii>
  __device__ __forceinline__ bool write_segments(RowValues<Input> const& values, std::uint32_t row, bool exists, std::uint32_t at,
                                                 std::uint32_t text, Bytes& bytes, Nulls& nulls) const {
    SegmentSink<Output, segments, ascii> out;
    if (exists) Transform{}(values, out);
    if constexpr (!ascii) {
      if (!__all_sync(full_warp, out.plain)) return false;
    }
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
          for_each_index<segments>([&](auto i) {
            constexpr bool may_be_constant = (Transform::segments.constant >> i.value & 1) != 0;
            if constexpr ((Transform::segments.longer >> i.value & 1) != 0) {
              writer.template append_long<may_be_constant>(parts[i]);
            } else {
              writer.template append_short<may_be_constant>(parts[i]);
            }
          });
        }
      }
    });
    if (fits) store_fixed(outputs, out, row, exists, nulls);
    __syncwarp();
    return fits;
  }

  /// Returns the place of the lane's text within the text of the warp's rows so far, and also stores it after the text.
  __device__ __forceinline__ std::uint32_t take_place(std::uint32_t size, std::uint32_t text, std::uint32_t at,
                                                      std::uint32_t& bytes) const {
    std::uint32_t const sum = inclusive_sum(size);
    std::uint32_t const place = bytes + sum - size;
    bytes += __shfl_sync(full_warp, sum, 31);
    *shared_pointer<std::uint16_t>(places_address(text) + at * 2) = static_cast<std::uint16_t>(place);
    return place;
  }

  /// Stores the columns of fixed width for 32 rows, the first of which is a multiple of 32.
  template <class Sink>
  __device__ __forceinline__ static void store_fixed(OutputPack<Output::size> const& outputs, Sink& out, std::uint32_t row, bool exists,
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
        nulls.of[index] += __popc(__ballot_sync(full_warp, exists)) - __popc(word);
      }
    });
  }
};

}  // namespace rowfuse::cuda
