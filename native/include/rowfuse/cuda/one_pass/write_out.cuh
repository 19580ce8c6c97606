#pragma once

#include <cstdint>

#include <rowfuse/cuda/one_pass/block.cuh>
#include <rowfuse/cuda/one_pass/shared_text.cuh>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// Copies the text and offsets of a tile whose place is known from shared memory to the result.
template <class Transform, class Policy>
struct OnePassWriteOut : OnePassBlock<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using Block::control;
  using Block::lane;
  using Block::outputs;
  using Block::places_address;
  using Block::shape;
  using Block::slots;
  using Block::text_address;
  using Block::text_out;
  using typename Block::Output;
  using typename Block::Waiting;

  /// Copies the text of the block's i-th tile to its place, as soon as that is known.
  __device__ void write_out(std::uint32_t i, std::uint32_t warp) const {
    std::uint32_t const slot = i % slots;
    control.placed[slot].wait(i / slots);
    Waiting const waiting = control.waiting[slot][warp];
    if (waiting.rows > 0) write_rows(slot, warp, waiting);
    __syncwarp();
  }

 private:
  __device__ __forceinline__ void write_rows(std::uint32_t slot, std::uint32_t warp, Waiting const& waiting) const {
    bool inside = true;
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        arrow::OutputColumn const& column = outputs.columns[index];
        std::uint32_t const text = text_address(slot, warp, c);
        std::uint32_t const place = control.place[slot][c][warp];
        std::uint32_t const size = control.bytes[slot][c][warp];
        inside = inside && std::int64_t{place} + size <= column.values_bytes;
        write_offsets(column.offsets + waiting.first, places_address(text), place, waiting.rows);
        if (inside) copy_shared_text(static_cast<char*>(column.values) + place, text, size);
      }
    });
    // There is more text than was expected.
    if (!inside) this->abandon();
  }

  /// Writes four offsets per lane. The first row of a warp is a multiple of 32, and the result is aligned to 16 bytes.
  __device__ static void write_offsets(std::int32_t* to, std::uint32_t places, std::uint32_t begin, std::uint32_t rows) {
#pragma unroll 1
    for (std::uint32_t row = lane() * 4; row < rows; row += 128) {
      uint2 const four = *shared_pointer<uint2 const>(places + row * 2);
      int4 offsets;
      offsets.x = static_cast<int>(begin + (four.x & 0xFFFF));
      offsets.y = static_cast<int>(begin + (four.x >> 16));
      offsets.z = static_cast<int>(begin + (four.y & 0xFFFF));
      offsets.w = static_cast<int>(begin + (four.y >> 16));
      if (row + 4 <= rows) {
        *reinterpret_cast<int4*>(to + row) = offsets;
      } else {
        to[row] = offsets.x;
        if (row + 1 < rows) to[row + 1] = offsets.y;
        if (row + 2 < rows) to[row + 2] = offsets.z;
      }
    }
  }
};

}  // namespace rowfuse::cuda
