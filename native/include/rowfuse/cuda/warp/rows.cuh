#pragma once

#include <cstddef>
#include <cstdint>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/base/fault.hpp>
#include <rowfuse/cuda/launch/column_pack.cuh>
#include <rowfuse/cuda/launch/entry_table.hpp>
#include <rowfuse/cuda/warp/bytes.cuh>
#include <rowfuse/cuda/warp/utf8.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cuda {

/// 32 neighbouring rows, one per lane: lane k has the k-th row from a multiple of 32 on. All lanes take part in every operation; lanes
/// past the end have no values.
template <class Columns>
class WarpRows {
 public:
  /// Reads and checks the offsets of all text columns, with all loads in flight together. A row with malformed offsets gets a fault and
  /// empty text.
  __device__ WarpRows(InputPack<Columns::size> const& inputs, std::int32_t length, std::int32_t row, RowFault& fault)
      : inputs_(inputs), row_(row), exists_(row < length) {
    for_each_column<Columns>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Columns>>) {
        begin_[index] = exists_ ? __ldg(inputs.columns[index].offsets + row) : 0;
        end_[index] = exists_ ? __ldg(inputs.columns[index].offsets + row + 1) : 0;
      }
    });
    for_each_column<Columns>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Columns>>) {
        auto const& column = inputs.columns[index];
        bool const sound = column.values_begin <= begin_[index] && begin_[index] <= end_[index] && end_[index] <= column.values_bytes;
        if (!exists_ || sound) return;
        fault.raise(Fault::malformed_offsets, index);
        begin_[index] = end_[index] = 0;
        malformed_ = true;
      }
    });
  }

  __device__ bool exists() const { return exists_; }

  /// True if the lane's text is too long for one lane. False if the offsets of any column are malformed, because such a row is not
  /// evaluated. All lanes call it together.
  __device__ bool is_long() const {
    std::int64_t bytes = 0;
    for_each_column<Columns>([&](auto index) {
      if constexpr (is_text<ColumnType<index, Columns>>) bytes += end_[index] - begin_[index];
    });
    if (malformed_) bytes = 0;
    bool const any = __any_sync(full_warp, bytes > longest_lane_text) != 0;
    return bytes > (any ? longest_beside_long : longest_lane_text);
  }

  /// Returns true on all lanes if all text of the 32 rows is known to be ASCII. The text of neighbouring rows is adjacent, so it is read as
  /// one coalesced range, and the row function then finds it in the L1 cache.
  __device__ bool are_ascii() const {
    if constexpr (text_columns<Columns> == 0) return true;
    if (__any_sync(full_warp, malformed_) != 0) return false;
    unsigned const existing = __ballot_sync(full_warp, exists_);
    int const last_lane = existing == 0 ? 0 : 31 - __clz(existing);
    std::uint32_t bytes = 0;
    for_each_column<Columns>([&](auto index) {
      if constexpr (is_utf8<ColumnType<index, Columns>>) {
        auto const& column = inputs_.columns[index];
        auto const* const values = static_cast<char const*>(column.values);
        std::int32_t const first = __shfl_sync(full_warp, begin_[index], 0);
        std::int32_t const last = __shfl_sync(full_warp, end_[index], last_lane);
        bytes |= or_of_bytes(values + first, values + last, values + column.values_begin, values + column.values_bytes);
      }
    });
    return __any_sync(full_warp, (bytes & 0x80808080u) != 0) == 0;
  }

  /// Returns the lane's row. `ascii` promises that all its text is ASCII, so that every byte is one code unit; `staged`, that the kernel has
  /// staged the tables of its patterns.
  template <bool ascii, bool staged = false>
  __device__ RowValues<Columns> values() const {
    RowValues<Columns> values;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      auto const& column = inputs_.columns[index];
      auto& value = rowfuse::detail::cell<index>(values);
      if constexpr (is_text<Type>) {
        value = decode_text<Type, (ascii ? View::ascii : 0u) | (staged ? View::staged : 0u)>(
            static_cast<char const*>(column.values) + begin_[index], end_[index] - begin_[index], valid<index>());
      } else if constexpr (Type::id != arrow::TypeId::none) {
        if (exists_) value = decode_fixed<Type>(column, row_, valid<index>());
      } else if constexpr (is_scalar<Type>) {
        value = decode_scalar<Type>(column, row_);
      }
    });
    return values;
  }

  /// Checks the bytes of the lane's text, row by row, for rows that are not ASCII. Bytes under a null are not checked.
  __device__ void validate(RowFault& fault) const {
    for_each_column<Columns>([&](auto index) {
      if constexpr (is_utf8<ColumnType<index, Columns>>) {
        auto const* const text = static_cast<char const*>(inputs_.columns[index].values) + begin_[index];
        if (exists_ && valid<index>() && !is_valid_utf8(text, end_[index] - begin_[index])) {
          fault.raise(Fault::invalid_utf8, index);
        }
      }
    });
  }

 private:
  template <std::size_t I>
  __device__ bool valid() const {
    if constexpr (is_nullable<ColumnType<I, Columns>>) {
      auto const& column = inputs_.columns[I];
      return exists_ && (column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row_));
    } else {
      return true;
    }
  }

  InputPack<Columns::size> const& inputs_;
  std::int32_t row_;
  bool exists_;
  bool malformed_ = false;
  // One entry per column. Indices are constants, so that the arrays stay in registers.
  std::int32_t begin_[Columns::size + 1];
  std::int32_t end_[Columns::size + 1];
};

}  // namespace rowfuse::cuda
