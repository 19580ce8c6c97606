#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/report.cuh>
#include <rowfuse/cuda/one_pass/block.cuh>
#include <rowfuse/cuda/warp/scan.cuh>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// The warp that finds places: it adds up the bytes of all tiles before each of the block's tiles.
template <class Transform, class Policy>
struct OnePassPlaces : OnePassBlock<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using Block::control;
  using Block::lane;
  using Block::length;
  using Block::no_tile;
  using Block::outputs;
  using Block::shape;
  using Block::slots;
  using Block::stages;
  using Block::state;
  using Block::text_out;
  using typename Block::Output;

  __device__ void place_tiles() const {
    std::uint32_t through[text_out] = {};  // bytes of all tiles up to the last of this block; the caller ensures that they fit
    std::uint32_t next = 0;                // the tile after the last of this block
    for (std::uint32_t i = 0;; ++i) {
      std::uint32_t const stage = i % stages;
      std::uint32_t const slot = i % slots;
      control.full[stage].wait(i / stages);
      std::uint32_t const tile = control.tiles[stage].number;
      control.empty[stage].arrive_warp();
      if (tile == no_tile) return;
      control.counted[slot].wait(i / slots);
#pragma unroll
      for (int c = 0; c < text_out; ++c) {
        std::uint32_t const bytes = lane() < shape.warps ? control.bytes[slot][c][lane()] : 0;
        std::uint32_t const sum = inclusive_sum(bytes);
        std::uint32_t const before = through[c] + static_cast<std::uint32_t>(state.chain.collect(c, next, tile));
        if (lane() < shape.warps) control.place[slot][c][lane()] = before + sum - bytes;
        through[c] = before + __shfl_sync(full_warp, sum, 31);
      }
      if (tile + 1 == state.chain.tiles && lane() == 0) report_total(through);
      next = tile + 1;
      control.placed[slot].arrive_warp();
    }
  }

 private:
  __device__ void report_total(std::uint32_t const (&bytes)[text_out]) const {
    for_each_column<Output>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        constexpr int c = text_columns_before<index, Output>;
        state.report[column_words + index] = bytes[c];
        // The offset after the last row.
        outputs.columns[index].offsets[length] = static_cast<std::int32_t>(bytes[c]);
      }
    });
  }
};

}  // namespace rowfuse::cuda
