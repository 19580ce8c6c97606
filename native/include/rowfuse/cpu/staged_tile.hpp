#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/arrow/utf8_validity.hpp>
#include <rowfuse/cpu/ascii.hpp>
#include <rowfuse/cpu/tile.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>

namespace rowfuse::cpu {

namespace detail {

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 63) & ~std::size_t{63}; }

/// 64 bits of a bitmap from bit `index` on; bits past `count` are 0 and their bytes are not read.
inline std::uint64_t load_bits(std::uint8_t const* bitmap, std::int64_t index, std::int32_t count) {
  std::uint8_t const* const bytes = bitmap + (index >> 3);
  auto const shift = static_cast<int>(index & 7);
  auto const needed = static_cast<int>(arrow::bitmap_bytes(shift + count));
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, needed < 8 ? static_cast<std::size_t>(needed) : 8);
  word >>= shift;
  if (needed == 9) word |= std::uint64_t{bytes[8]} << (64 - shift);
  return count == 64 ? word : word & ((std::uint64_t{1} << count) - 1);
}

}  // namespace detail

/// A tile's offsets and validity, copied out of the borrowed buffers and checked.
///
/// The copy is what makes one check enough: the caller's memory may change at any time, and what was checked must be
/// what is used. It costs little (a tile's offsets fit the L1 cache), and every later read is free of checks.
template <class Columns>
class StagedTile {
 public:
  static constexpr std::size_t scratch_bytes(std::int32_t rows) {
    std::size_t bytes = 0;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type>) bytes += offsets_bytes(rows);
      if constexpr (is_nullable<Type>) bytes += validity_bytes(rows);
    });
    return bytes;
  }

  /// Copies and checks. Where a row's offsets are malformed the tile ends before that row, and `fault()` names it.
  StagedTile(TileRange range, arrow::InputColumn const* inputs, std::byte* scratch)
      : inputs_(inputs), first_(range.first), rows_(range.rows) {
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type>) {
        offsets_[index] = reinterpret_cast<std::int32_t*>(scratch);
        scratch += offsets_bytes(range.rows);
        stage_offsets(index);
      }
      if constexpr (is_nullable<Type>) {
        validity_[index] = reinterpret_cast<std::uint64_t*>(scratch);
        scratch += validity_bytes(range.rows);
        stage_validity(index, range.rows);
      }
    });
  }

  /// Checks the bytes of every text column; the tile then ends before the first row that is not UTF-8.
  void check_text() {
    ascii_ = true;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type>) {
        auto const* const values = static_cast<char const*>(inputs_[index].values);
        std::int32_t const* const offsets = offsets_[index];
        // Rows lie one after another, so most tiles are settled by one look at all their bytes.
        if (rows_ == 0 || is_ascii(values + offsets[0], offsets[rows_] - offsets[0])) return;
        ascii_ = false;
        for (std::int32_t i = 0; i < rows_; ++i) {
          if (!valid<index>(i)) continue;
          if (!arrow::is_valid_utf8(values + offsets[i], offsets[i + 1] - offsets[i])) {
            end_before(i, Fault::invalid_utf8, index);
            return;
          }
        }
      }
    });
  }

  std::int32_t rows() const { return rows_; }
  TileFault const& fault() const { return fault_; }

  /// After check_text: no byte of the tile's text has its high bit set.
  bool ascii() const { return ascii_; }

  /// The values of a row. `ascii` is a promise for all its text, where a byte is a unit and a unit a byte.
  template <bool ascii>
  RowValues<Columns> row(std::int32_t i) const {
    RowValues<Columns> values;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type>) {
        rowfuse::detail::cell<index>(values) =
            decode_text<Type, ascii ? View::ascii : 0>(inputs_[index], offsets_[index][i], offsets_[index][i + 1], valid<index>(i));
      } else if constexpr (Type::id != arrow::TypeId::none) {
        rowfuse::detail::cell<index>(values) = decode_fixed<Type>(inputs_[index], first_ + i, valid<index>(i));
      }
    });
    return values;
  }

 private:
  static constexpr std::size_t offsets_bytes(std::int32_t rows) {
    return detail::round_up((static_cast<std::size_t>(rows) + 1) * sizeof(std::int32_t));
  }
  static constexpr std::size_t validity_bytes(std::int32_t rows) {
    return detail::round_up((static_cast<std::size_t>(rows) + 63) / 64 * sizeof(std::uint64_t));
  }

  template <std::size_t I>
  bool valid(std::int32_t i) const {
    if constexpr (is_nullable<ColumnType<I, Columns>>) {
      return (validity_[I][i >> 6] >> (i & 63) & 1) != 0;
    } else {
      return true;
    }
  }

  void stage_offsets(std::size_t index) {
    std::int32_t* const offsets = offsets_[index];
    std::int64_t const low = inputs_[index].values_begin;
    std::int64_t const high = inputs_[index].values_bytes;
    std::memcpy(offsets, inputs_[index].offsets + first_, (static_cast<std::size_t>(rows_) + 1) * sizeof(std::int32_t));
    // When they never decrease, the two ends bound all of them.
    std::int32_t decreasing = 0;
    for (std::int32_t i = 0; i < rows_; ++i) decreasing |= offsets[i + 1] < offsets[i] ? 1 : 0;
    if (decreasing == 0 && offsets[0] >= low && offsets[rows_] <= high) return;
    for (std::int32_t i = 0; i < rows_; ++i) {
      if (offsets[i] < low || offsets[i + 1] < offsets[i] || offsets[i + 1] > high) {
        end_before(i, Fault::malformed_offsets, index);
        return;
      }
    }
  }

  void stage_validity(std::size_t index, std::int32_t rows) {
    arrow::InputColumn const& column = inputs_[index];
    for (std::int32_t i = 0; i < rows; i += 64) {
      std::int32_t const count = rows - i < 64 ? rows - i : 64;
      validity_[index][i >> 6] = column.validity == nullptr
                                     ? ~std::uint64_t{0}
                                     : detail::load_bits(column.validity, column.validity_bit + first_ + i, count);
    }
  }

  void end_before(std::int32_t row, Fault code, std::size_t column) {
    rows_ = row;
    fault_.row = first_ + row;
    fault_.fault = {code, static_cast<std::int32_t>(column)};
  }

  arrow::InputColumn const* inputs_;
  std::int64_t first_;
  std::int32_t rows_;
  bool ascii_ = false;
  TileFault fault_;
  std::int32_t* offsets_[Columns::size + 1] = {};
  std::uint64_t* validity_[Columns::size + 1] = {};
};

}  // namespace rowfuse::cpu
