#pragma once

#include <cstdint>

#include <rowfuse/cuda/one_pass/block.cuh>
#include <rowfuse/row/for_each_column.hpp>

namespace rowfuse::cuda {

/// The thread that fetches. It takes tiles by ticket, and the copy engine brings their text and offsets to shared memory.
template <class Transform, class Policy>
struct OnePassFetch : OnePassBlock<Transform, Policy> {
  using Block = OnePassBlock<Transform, Policy>;
  using Block::control;
  using Block::inputs;
  using Block::length;
  using Block::no_tile;
  using Block::shape;
  using Block::stage_address;
  using Block::stages;
  using Block::state;
  using typename Block::Input;
  using typename Block::Tile;

  __device__ void fetch_tiles() const {
    for (std::uint32_t i = 0;; ++i) {
      std::uint32_t const stage = i % stages;
      // Nothing can be abandoned before there is a tile, so the first ticket need not wait for that test.
      bool const abandoned = i > 0 && this->is_abandoned();
      std::uint32_t const number = abandoned ? state.chain.tiles : atomicAdd(state.ticket, 1u);
      Tile tile{};
      if (number < state.chain.tiles) describe(number, stage_address(stage), tile);
      if (number >= state.chain.tiles) tile.number = no_tile;
      if (i >= stages) control.empty[stage].wait(i / stages - 1);
      control.tiles[stage] = tile;
      if (tile.number == no_tile) return control.full[stage].arrive();
      fetch(tile, control.full[stage]);
    }
  }

 private:
  __device__ void describe(std::uint32_t number, std::uint32_t address, Tile& tile) const {
    tile.number = number;
    auto const [first, most] = shape.tile(number);
    tile.first = first;
    tile.rows = min(most, length - first);
    std::uint32_t const steps = (tile.rows + 31) / 32;  // of all warps together
    tile.steps = steps / shape.warps;
    tile.extra = steps % shape.warps;
    tile.staged = true;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto& column = tile.columns[text_columns_before<index, Input>];
        column.begin = __ldg(inputs.columns[index].offsets + first);
        column.end = __ldg(inputs.columns[index].offsets + first + tile.rows);
      }
    });
    std::uint32_t used = 0;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        constexpr int c = text_columns_before<index, Input>;
        auto const& from = inputs.columns[index];
        auto& column = tile.columns[c];
        bool const sound = from.values_begin <= column.begin && column.begin <= column.end && column.end <= from.values_bytes;
        std::uint32_t const phase = phase_of(static_cast<char const*>(from.values) + column.begin);
        // Text that does not fit is not staged. The warps that need it abandon the launch.
        std::uint32_t const room = shape.staged_bytes > used + phase ? shape.staged_bytes - used - phase : 0;
        std::uint32_t const size = sound ? min(static_cast<std::uint32_t>(column.end - column.begin), room) : 0;
        column.end = column.begin + static_cast<std::int32_t>(size);
        column.origin = address + used + phase - static_cast<std::uint32_t>(column.begin);
        column.offsets = address + shape.staged_bytes + c * shape.offsets_bytes + phase_of(from.offsets + first);
        used += covering_bytes(phase, size);
        tile.staged = tile.staged && sound;
      }
    });
  }

  __device__ void fetch(Tile const& tile, PipelineBarrier& full) const {
    std::uint32_t bytes = 0;
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto const& column = tile.columns[text_columns_before<index, Input>];
        bytes += covering_bytes(column.offsets & 15, (tile.rows + 1) * 4);
        if (tile.staged) bytes += covering_bytes((column.origin + column.begin) & 15, column.end - column.begin);
      }
    });
    full.arrive_expecting(bytes);
    for_each_column<Input>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Input>>) {
        auto const& from = inputs.columns[index];
        auto const& column = tile.columns[text_columns_before<index, Input>];
        copy_covering(column.offsets, from.offsets + tile.first, (tile.rows + 1) * 4, full);
        if (tile.staged) {
          copy_covering(column.origin + column.begin, static_cast<char const*>(from.values) + column.begin, column.end - column.begin,
                        full);
        }
      }
    });
  }

  __device__ static std::uint32_t phase_of(void const* pointer) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer)) & 15;
  }
  /// Returns the bytes of the aligned 16-byte pieces that hold `size` bytes from `phase` on; 0 if there are none.
  __device__ static std::uint32_t covering_bytes(std::uint32_t phase, std::uint32_t size) {
    return size == 0 ? 0 : (phase + size + 15) / 16 * 16;
  }
  /// Copies these pieces. Device memory is allocated in such pieces, so all of them can be read.
  __device__ static void copy_covering(std::uint32_t to, void const* from, std::uint32_t size, PipelineBarrier& full) {
    std::uint32_t const phase = to & 15;
    if (size > 0) bulk_copy(to - phase, static_cast<char const*>(from) - phase, covering_bytes(phase, size), full);
  }
};

}  // namespace rowfuse::cuda
