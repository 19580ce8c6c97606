#pragma once

#include <cstdint>

#include <rowfuse/cuda/block/pipeline_barrier.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/one_pass/shape.hpp>
#include <rowfuse/cuda/one_pass/tile_chain.cuh>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>

namespace rowfuse::cuda {

/// The state that the blocks of a launch share, besides columns.
struct OnePassState {
  TileChain chain;
  std::uint32_t* ticket;       ///< the next tile, and the number of blocks that have ended: both 0 between launches
  std::uint64_t* report;       ///< device memory; all zero between launches
  std::uint64_t* host_report;  ///< pinned host memory, which takes the report of this launch
};

/// The state that the parts of a block of the one-pass kernel share: the arguments of the launch, and the block's shared memory.
template <class Transform, class Policy>
struct OnePassBlock {
  using Input = typename Transform::Input;
  using Output = typename Transform::Output;
  static constexpr std::uint32_t most_warps = Policy::warps;  // warps that evaluate, at most; `shape.warps` is their number
  static constexpr std::uint32_t stages = Policy::stages;
  static constexpr std::uint32_t slots = Policy::slots;
  static constexpr int text_in = text_columns<Input>;
  static constexpr int text_out = text_columns<Output>;
  static constexpr int segments = Transform::segments.count;  // 0: text is counted and written by two evaluations
  static constexpr int most_threads = (static_cast<int>(most_warps) + 2) * 32;
  static constexpr std::uint32_t no_tile = 0xFFFFFFFFu;

  /// A text column of the input in a stage. Addresses are shared addresses; if the tile is not staged, only the offsets are present.
  struct StagedColumn {
    std::int32_t begin;     // the offset of the tile's first byte
    std::int32_t end;       // the offset after the last byte that is staged
    std::uint32_t origin;   // the address at which the byte of offset 0 would lie
    std::uint32_t offsets;  // the address of the tile's first offset
  };
  struct Tile {
    std::uint32_t number;
    std::uint32_t first;  // row
    std::uint32_t rows;
    std::uint32_t steps;  // rows per lane
    std::uint32_t extra;  // the number of warps, from the first on, that have one step more
    bool staged;
    StagedColumn columns[text_in > 0 ? text_in : 1];

    /// Returns the rows of a warp, counted from the tile's first row.
    __device__ TileRows rows_of(std::uint32_t warp) const {
      std::uint32_t const before = 32 * (warp * steps + min(warp, extra));
      std::uint32_t const most = 32 * (steps + (warp < extra ? 1 : 0));
      return {before, before < rows ? min(most, rows - before) : 0};
    }
  };
  /// Bytes of the text of a warp or of one row, by text column of the output.
  struct Bytes {
    std::uint32_t of[text_out];
  };
  /// Nulls in a warp's rows, by output column; the same on all lanes.
  struct Nulls {
    std::uint32_t of[Output::size];
    __device__ void operator+=(Nulls const& other) {
      for_each_column<Output>([&](auto index) {
        if constexpr (is_nullable<ColumnType<index, Output>>) of[index] += other.of[index];
      });
    }
  };
  /// The rows of a warp in a slot that are not written out yet.
  struct Waiting {
    std::uint32_t first;  // row
    std::uint32_t rows;
  };
  struct Control {
    PipelineBarrier full[stages];
    PipelineBarrier empty[stages];
    PipelineBarrier counted[slots];
    PipelineBarrier placed[slots];
    alignas(16) Tile tiles[stages];
    Waiting waiting[slots][most_warps];
    std::uint32_t bytes[slots][text_out][most_warps];
    std::uint32_t place[slots][text_out][most_warps];
    unsigned sum[slots][text_out];
    unsigned arrived[slots];
  };

  InputPack<Input::size> const& inputs;
  OutputPack<Output::size> const& outputs;
  std::uint32_t length;
  OnePassState const& state;
  OnePassShape const& shape;
  Control& control;

  __device__ static std::uint32_t lane() { return threadIdx.x & 31; }

  __device__ std::uint32_t stage_address(std::uint32_t stage) const {
    return shared_address(&control) + OnePassShape::round_up(sizeof(Control)) + stage * shape.stage_bytes;
  }
  __device__ std::uint32_t text_address(std::uint32_t slot, std::uint32_t warp, int column) const {
    return stage_address(stages) + slot * shape.slot_bytes + (warp * text_out + column) * shape.piece_bytes;
  }
  __device__ std::uint32_t places_address(std::uint32_t text) const { return text + shape.text_bytes + 16; }

  /// Ends the launch early: the caller runs the rows again in two passes. Called by all lanes of a warp.
  __device__ void abandon() const {
    if (lane() == 0) atomicExch(reinterpret_cast<unsigned long long*>(state.report + changed_word), 1ull);
  }
  __device__ bool is_abandoned() const { return __ldcg(state.report + changed_word) != 0; }
};

}  // namespace rowfuse::cuda
