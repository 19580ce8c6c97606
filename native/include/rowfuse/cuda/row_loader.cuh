#pragma once

#include <cstdint>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/utf8_validity.hpp>
#include <rowfuse/cuda/column_pack.cuh>
#include <rowfuse/cuda/warp_ascii.cuh>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/fault.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cuda {

/// Out of line and rarely run: it must not cost the common path its registers.
__device__ __noinline__ inline bool is_valid_utf8(char const* data, std::int32_t size) {
  return arrow::is_valid_utf8(data, size);
}

/// Loads one row a lane, and checks it: offsets always, the bytes of text columns where `validate`.
template <class Columns, bool validate>
struct RowLoader {
  InputPack<Columns::size> const& inputs;
  std::int32_t length;

  /// All 32 lanes call this together, lane k with the k-th row from a multiple of 32 on; rows past the end get no
  /// values. A row with a fault must not be evaluated: its views are empty.
  __device__ RowValues<Columns> load(std::int32_t row, RowFault& fault) const {
    RowValues<Columns> values;
    bool const exists = row < length;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      auto const& column = inputs.columns[index];
      auto& value = rowfuse::detail::cell<index>(values);
      bool valid = true;
      if constexpr (is_nullable<Type>) {
        valid = exists && (column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row));
      }
      if constexpr (is_text<Type>) {
        value = load_text<Type>(column, index, row, exists, valid, fault);
      } else if constexpr (Type::id != arrow::TypeId::none) {
        if (exists) value = decode_fixed<Type>(column, row, valid);
      }
    });
    return values;
  }

 private:
  template <class Type>
  __device__ typename Type::Value load_text(arrow::InputColumn const& column, int index, std::int32_t row, bool exists,
                                            bool valid, RowFault& fault) const {
    std::int32_t begin = 0;
    std::int32_t end = 0;
    if (exists) {
      begin = __ldg(column.offsets + row);
      end = __ldg(column.offsets + row + 1);
    }
    bool const malformed = exists && (begin < column.values_begin || end < begin || end > column.values_bytes);
    if (malformed) fault.raise(Fault::malformed_offsets, index);
    if constexpr (validate) {
      bool ascii = false;
      auto const* const values = static_cast<char const*>(column.values);
      if (__any_sync(full_warp, malformed) == 0) {
        // The rows of a warp lie one after another, so most warps are settled by one look at all their bytes.
        unsigned const existing = __ballot_sync(full_warp, exists);
        std::int32_t const first = __shfl_sync(full_warp, begin, 0);
        std::int32_t const last = __shfl_sync(full_warp, end, existing == 0 ? 0 : 31 - __clz(existing));
        ascii = warp_is_ascii(values + first, values + last, values + column.values_begin,
                              values + column.values_bytes);
      }
      if (!ascii && exists && valid && !malformed && !is_valid_utf8(values + begin, end - begin)) {
        fault.raise(Fault::invalid_utf8, index);
      }
    }
    if (malformed) end = begin = 0;
    return decode_text<Type>(column, begin, end, valid);
  }
};

}  // namespace rowfuse::cuda
