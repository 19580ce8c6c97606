#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/arrow/layout.hpp>
#include <rowfuse/cuda/block/staged_text.cuh>
#include <rowfuse/cuda/emit/places.cuh>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/schema.hpp>
#include <rowfuse/string/bytes/copy.hpp>

namespace rowfuse::cuda {

namespace detail {

template <class Output>
constexpr std::int32_t sum_of_widths(std::size_t columns) {
  std::int32_t width = 0;
  for (std::size_t i = 0; i < columns; ++i) width += arrow::staged_width(rowfuse::detail::ColumnTypes<Output>::list[i].id);
  return width;
}

/// The bytes of an output row in the arrays of its first columns: values of fixed width, offsets of text. Bits are not staged.
template <class Output, std::size_t columns = Output::size>
inline constexpr std::int32_t staged_width = sum_of_widths<Output>(columns);

}  // namespace detail

/// The output rows of a warp of a filter or an expansion, collected in shared memory. Each lane makes a run of rows and text, and the warp
/// writes all of them out in order. Otherwise the stores of 32 lanes would go to 32 places each time, and memory would be written several
/// times. For the words of 10M lines on an H100 the fill pass then moved 6.7 GB instead of 2.3.
///
/// Arrays of fixed width come first, then the text of each column. Data that does not fit is written directly to its place.
template <class Output>
class StagedRows {
 public:
  /// `shared` is the memory of the warp, `capacity` bytes, aligned to 16. [from, after) are its input rows. All lanes pass the same
  /// arguments.
  __device__ StagedRows(char* shared, std::int32_t capacity, EmitPack<Output::size> const& places, std::int32_t from, std::int32_t after)
      : shared_(shared), capacity_(capacity), from_(from), after_(after), first_(__ldg(places.rows + from)) {
    rows_ = __ldg(places.rows + after) - first_;
    room_ = (rows_ + 15) / 16 * 16;
    if (std::int64_t{room_} * width > capacity) room_ = 0;
  }

  /// Stages the value or the offset of an output row in column I, or writes it to its place in `column`.
  template <std::size_t I, class Item>
  __device__ void store(std::int32_t row, Item item, Item* column) const {
    // Two stores instead of a selected pointer, because the first byte of shared memory has the address 0 and null could not mark "not
    // staged".
    if (room_ > 0) {
      array<I, Item>()[row - first_] = item;
    } else {
      column[row] = item;
    }
  }

  /// Returns the staged text of column I for all rows of the warp.
  template <std::size_t I>
  __device__ StagedText text(EmitPack<Output::size> const& places, OutputPack<Output::size> const& outputs) const {
    std::int32_t used = room_ * width;
    bool fits = false;
    for_each_index<I + 1>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Output>>) {
        std::int32_t const size = (size_of<index>(places) + 15) / 16 * 16 + 16;
        fits = size <= capacity_ - used;
        if (index < I && fits) used += size;
      }
    });
    auto* const values = static_cast<char*>(outputs.columns[I].values) + __ldg(places.text[I] + from_);
    return {shared_ + used, values, values + size_of<I>(places), fits};
  }

  /// Writes everything to its place. Called by all lanes, after all have written and met.
  __device__ void flush(EmitPack<Output::size> const& places, OutputPack<Output::size> const& outputs) const {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      if constexpr (is_text<Type>) {
        copy<index>(column.offsets + 1);
        text<index>(places, outputs).flush(lane(), 32);
      } else if constexpr (!is_boolean<Type>) {
        copy<index>(static_cast<typename Type::Storage*>(column.values));
      }
    });
  }

  /// Writes the output rows [begin, end) of one input row to their places, with the text that their lane has written.
  template <class Sink>
  __device__ void flush_row(std::int32_t begin, std::int32_t end, Sink& out, OutputPack<Output::size> const& outputs) const {
    for_each_column<Output>([&](auto index) {
      using Type = ColumnType<index, Output>;
      arrow::OutputColumn const& column = outputs.columns[index];
      if constexpr (is_text<Type>) {
        copy_own<index>(column.offsets + 1, begin, end);
        auto const& target = out.template slot<index>();
        char* const place = static_cast<char*>(column.values) + target.place;
        if (target.begin != place)
          rowfuse::detail::copy_bytes(place, target.begin, static_cast<std::int32_t>(target.cursor - target.begin));
      } else if constexpr (!is_boolean<Type>) {
        copy_own<index>(static_cast<typename Type::Storage*>(column.values), begin, end);
      }
    });
  }

 private:
  static constexpr std::int32_t width = detail::staged_width<Output>;

  __device__ static int lane() { return static_cast<int>(threadIdx.x & 31); }

  template <std::size_t I>
  __device__ std::int32_t size_of(EmitPack<Output::size> const& places) const {
    std::int32_t const size = __ldg(places.text[I] + after_) - __ldg(places.text[I] + from_);
    return size < capacity_ ? size : capacity_;  // longer text does not fit
  }

  template <std::size_t I, class Item>
  __device__ Item* array() const {
    return reinterpret_cast<Item*>(shared_ + room_ * detail::staged_width<Output, I>);
  }

  template <std::size_t I, class Item>
  __device__ void copy(Item* to) const {
    if (room_ == 0) return;
    Item const* const staged = array<I, Item>();
    for (std::int32_t row = lane(); row < rows_; row += 32) to[first_ + row] = staged[row];
  }

  template <std::size_t I, class Item>
  __device__ void copy_own(Item* to, std::int32_t begin, std::int32_t end) const {
    if (room_ == 0) return;
    for (std::int32_t row = begin; row < end; ++row) to[row] = array<I, Item>()[row - first_];
  }

  char* shared_ = nullptr;
  std::int32_t capacity_ = 0;
  std::int32_t from_ = 0;
  std::int32_t after_ = 0;
  std::int32_t first_ = 0;  // the number of the warp's first output row
  std::int32_t rows_ = 0;
  std::int32_t room_ = 0;  // entries of an array: the rows, rounded up to a multiple of 16, so that each array begins at 16 bytes; 0: not
  // staged
};

}  // namespace rowfuse::cuda
