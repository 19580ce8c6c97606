#pragma once

#include <cstdint>

#include <rowfuse/cuda/one_pass/step.cuh>
#include <rowfuse/cuda/warp/utf8.cuh>

namespace rowfuse::cuda {

/// Rows of the one-pass kernel whose text is not ASCII. They are evaluated once, like the others, if their output consists of pieces of
/// input and literals that are whole characters.
template <class Transform, class Policy>
struct OnePassGeneral : OnePassStep<Transform, Policy> {
  using Step = OnePassStep<Transform, Policy>;
  using Block = OnePassBlock<Transform, Policy>;
  using Block::lane;
  using Block::segments;
  using typename Block::Bytes;
  using typename Block::Control;
  using typename Block::Input;
  using typename Block::Nulls;
  using typename Block::Output;
  using typename Block::Tile;

  /// True if the kernel has this path. For text that is computed, two evaluations here are slower than two passes, which have more warps
  /// resident.
  static constexpr bool available = segments > 0 && !Transform::segments.mapped;

  struct Result {
    Bytes bytes;
    Nulls nulls;
    bool fits;
  };

  /// Evaluates a warp's rows of a tile from its row `before` on, and writes their text to `text`, which is zero. `fits` is false if rows
  /// are malformed or not all in shared memory, or if a character was cut in two.
  // Out of line and by value: arguments passed by address would move the fast path's variables from registers to memory.
  __device__ __noinline__ static Result evaluate(InputPack<Input::size> const& inputs, OutputPack<Output::size> const& outputs,
                                                 std::uint32_t length, OnePassState const& state, OnePassShape const& shape,
                                                 Control& control, Tile const& tile, std::uint32_t before, std::uint32_t rows,
                                                 std::uint32_t text) {
    OnePassGeneral const general{inputs, outputs, length, state, shape, control};
    Result result{{}, {}, tile.staged};
    auto const source = Step::source(tile, before);
#pragma unroll 1
    for (std::uint32_t at = lane(); result.fits && at - lane() < rows; at += 32) {
      std::uint32_t const row = tile.first + before + at;
      bool const exists = at < rows;
      RowValues<Input> values;
      bool sound = general.template read<0, false>(source, tile, at, row, exists, values);
      if (sound && exists) sound = is_valid(values);
      result.fits = __all_sync(full_warp, sound) != 0 &&
                    general.template write_segments<false>(values, row, exists, at, text, result.bytes, result.nulls);
    }
    return result;
  }

 private:
  /// True if all text of the row is well-formed.
  __device__ static bool is_valid(RowValues<Input> const& values) {
    bool valid = true;
    for_each_column<Input>([&](auto index) {
      using Type = ColumnType<index, Input>;
      if constexpr (is_text<Type>) {
        auto const& value = column<index>(values);
        if constexpr (is_nullable<Type>) {
          if (value.present()) valid = valid && is_valid_utf8((*value).data, (*value).size);
        } else {
          valid = valid && is_valid_utf8(value.data, value.size);
        }
      }
    });
    return valid;
  }
};

}  // namespace rowfuse::cuda
