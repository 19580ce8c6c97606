#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#include <rowfuse/arrow/bits.hpp>
#include <rowfuse/cpu/memory/memory_budget.hpp>
#include <rowfuse/cpu/tile/text_check.hpp>
#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/row/decode.hpp>
#include <rowfuse/row/for_each_column.hpp>
#include <rowfuse/row/row_values.hpp>
#include <rowfuse/string/bytes/utf8_validity.hpp>

namespace rowfuse::cpu {

namespace detail {

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 63) & ~std::size_t{63}; }

/// Loads 64 bits of a bitmap from bit `index` on. Bits past `count` are 0, and their bytes are not read.
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

/// True if a schema has a column of text that may have characters past ASCII.
template <class Columns>
inline constexpr bool has_utf8 = false;
template <class... Types>
inline constexpr bool has_utf8<Schema<Types...>> = ((is_text<Types> && is_utf8<Types>) || ...);

/// The rows of a staged tile: only pointers, so that a row loop can hold it by value. Through a reference, every store of a character would
/// make the compiler reload the pointers (measured 8 % of redact).
template <class Columns>
struct StagedRows {
  std::int32_t size() const { return count; }

  /// Returns the values of a row. `ascii` promises that all its text is ASCII.
  template <bool ascii>
  RowValues<Columns> row(std::int32_t i) const {
    RowValues<Columns> row;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type>) {
        rowfuse::detail::cell<index>(row) = decode_text<Type, View::padded | (ascii ? View::ascii : 0)>(
            values[index] + offsets[index][i], offsets[index][i + 1] - offsets[index][i], valid<index>(i));
      } else if constexpr (Type::id != arrow::TypeId::none) {
        rowfuse::detail::cell<index>(row) = decode_fixed<Type>(inputs[index], first + i, valid<index>(i));
      } else if constexpr (is_scalar<Type>) {
        rowfuse::detail::cell<index>(row) = decode_scalar<Type>(inputs[index], first + i);
      }
    });
    return row;
  }

  template <std::size_t I>
  bool valid(std::int32_t i) const {
    if constexpr (is_nullable<ColumnType<I, Columns>>) {
      return (validity[I][i >> 6] >> (i & 63) & 1) != 0;
    } else {
      return true;
    }
  }

  arrow::InputColumn const* inputs = nullptr;
  std::int64_t first = 0;
  std::int32_t count = 0;
  char const* values[Columns::size + 1] = {};
  std::int32_t* offsets[Columns::size + 1] = {};
  std::uint64_t* validity[Columns::size + 1] = {};
  std::uint8_t* is_other = nullptr;  ///< by row: 1 if some of its text is not ASCII
};

/// A tile's offsets and validity, copied out of the borrowed buffers and checked.
///
/// Because of the copy one check is enough: the caller's memory may change at any time, and only checked values may be used. The copy costs
/// little (a tile's offsets fit in the L1 cache), and all later reads need no checks.
///
/// The text is padded (`View::padded`): if a column ends with the tile or shortly after it, the tile's part of it is copied.
template <class Columns>
class StagedTile {
 public:
  static constexpr std::size_t scratch_bytes(std::int32_t rows) {
    std::size_t bytes = has_utf8<Columns> ? other_bytes(rows) : 0;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type>) bytes += offsets_bytes(rows);
      if constexpr (is_nullable<Type>) bytes += validity_bytes(rows);
    });
    return bytes;
  }

  /// Copies and checks. If a row's offsets are malformed, the tile ends before that row, and `fault()` names it.
  StagedTile(TileRange range, arrow::InputColumn const* inputs, std::byte* scratch, MemoryBudget* budget = nullptr) : share_{budget} {
    rows_.inputs = inputs;
    rows_.first = range.first;
    rows_.count = range.rows;
    if constexpr (has_utf8<Columns>) {
      rows_.is_other = reinterpret_cast<std::uint8_t*>(scratch);
      scratch += other_bytes(range.rows);
    }
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_nullable<Type>) {
        rows_.validity[index] = reinterpret_cast<std::uint64_t*>(scratch);
        scratch += validity_bytes(range.rows);
        stage_validity(index, range.rows);
      }
      if constexpr (is_text<Type>) {
        rows_.offsets[index] = reinterpret_cast<std::int32_t*>(scratch);
        scratch += offsets_bytes(range.rows);
        rows_.values[index] = static_cast<char const*>(inputs[index].values);
        if (inputs[index].dictionary == nullptr) {
          stage_offsets(index);
        } else {
          stage_entries<index>();
        }
      }
    });
    for_each_column<Columns>([&](auto index) {
      // Bytes are read only within their rows, and those of lists may be many: a copied tile took 123 ns more per list of 1,000 integers.
      if constexpr (is_text<ColumnType<index, Columns>> && is_utf8<ColumnType<index, Columns>>) {
        if (inputs[index].dictionary == nullptr) pad(index);
      }
    });
  }
  StagedTile(StagedTile const&) = delete;
  StagedTile& operator=(StagedTile const&) = delete;

  /// Checks the bytes of every text column, and finds the rows that are not ASCII. The tile then ends before the first row that is not UTF-8.
  void check_text() {
    if constexpr (has_utf8<Columns>) clear_others();
    ascii_ = true;
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type> && is_utf8<Type>) {
        char const* const values = rows_.values[index];
        std::int32_t const* const offsets = rows_.offsets[index];
        if (rows_.count == 0) return;
        TextFacts const facts = check_rows(values, offsets, rows_.count, rows_.is_other);
        ascii_ = ascii_ && facts.is_ascii;
        if (facts.is_valid) return;
        for (std::int32_t i = 0; i < rows_.count; ++i) {
          if (!rows_.template valid<index>(i)) continue;
          if (!arrow::is_valid_utf8(values + offsets[i], offsets[i + 1] - offsets[i])) {
            end_before(i, Fault::invalid_utf8, index);
            return;
          }
        }
      }
    });
  }

  /// Finds the rows that are not ASCII, in text that has been checked. `ascii` is what `ascii()` was then.
  void find_checked_others(bool ascii) {
    ascii_ = ascii;
    if (ascii) return;
    if constexpr (has_utf8<Columns>) clear_others();
    for_each_column<Columns>([&](auto index) {
      using Type = ColumnType<index, Columns>;
      if constexpr (is_text<Type> && is_utf8<Type>) {
        detail::mark_others(rows_.values[index], rows_.offsets[index], rows_.count, rows_.is_other);
      }
    });
  }

  StagedRows<Columns> const& rows() const { return rows_; }
  TileFault const& fault() const { return fault_; }
  /// True if there was no memory for the copy of a column's end; the tile then has no rows.
  bool exhausted() const { return exhausted_; }

  /// True, after check_text, if no byte of the tile's text has its high bit set.
  bool ascii() const { return ascii_; }

 private:
  static constexpr std::size_t offsets_bytes(std::int32_t rows) {
    return detail::round_up((static_cast<std::size_t>(rows) + 1) * sizeof(std::int32_t));
  }
  static constexpr std::size_t validity_bytes(std::int32_t rows) {
    return detail::round_up((static_cast<std::size_t>(rows) + 63) / 64 * sizeof(std::uint64_t));
  }

  static constexpr std::size_t other_bytes(std::int32_t rows) { return detail::round_up(static_cast<std::size_t>(rows)); }

  void clear_others() { std::memset(rows_.is_other, 0, static_cast<std::size_t>(static_cast<std::uint32_t>(rows_.count))); }

  void stage_offsets(std::size_t index) {
    std::int32_t* const offsets = rows_.offsets[index];
    std::int64_t const low = rows_.inputs[index].values_begin;
    std::int64_t const high = rows_.inputs[index].values_bytes;
    std::memcpy(offsets, rows_.inputs[index].offsets + rows_.first, (static_cast<std::size_t>(rows_.count) + 1) * sizeof(std::int32_t));
    // If offsets never decrease, the first and the last bound all of them.
    std::int32_t decreasing = 0;
    for (std::int32_t i = 0; i < rows_.count; ++i) decreasing |= offsets[i + 1] < offsets[i] ? 1 : 0;
    if (decreasing == 0 && offsets[0] >= low && offsets[rows_.count] <= high) return;
    for (std::int32_t i = 0; i < rows_.count; ++i) {
      if (offsets[i] < low || offsets[i + 1] < offsets[i] || offsets[i + 1] > high) {
        end_before(i, Fault::malformed_offsets, index);
        return;
      }
    }
  }

  /// Decodes the tile's rows from their dictionary: their text is adjacent, as in any other column, and padded. It stays in the cache until
  /// the row function reads it.
  template <std::size_t I>
  RF_NOINLINE void stage_entries() {
    arrow::InputColumn const& column = rows_.inputs[I];
    arrow::Dictionary const& dictionary = *column.dictionary;
    std::int32_t* const offsets = rows_.offsets[I];
    std::int64_t total = 0;
    offsets[0] = 0;
    for (std::int32_t i = 0; i < rows_.count; ++i) {
      if (rows_.template valid<I>(i)) {
        std::int64_t const entry = dictionary.entry(rows_.first + i);
        if (entry < 0 || entry >= dictionary.entries) {
          end_before(i, Fault::malformed_index, I);
          break;
        }
        std::int64_t const begin = column.offsets[entry];
        std::int64_t const end = column.offsets[entry + 1];
        if (begin < 0 || end < begin || end > column.values_bytes) {
          end_before(i, Fault::malformed_offsets, I);
          break;
        }
        total += end - begin;
        if (total > std::numeric_limits<std::int32_t>::max() - View::padding) return exhaust();
      }
      offsets[i + 1] = static_cast<std::int32_t>(total);
    }
    if (!take(total + View::padding)) return exhaust();
    padded_[I].reset(new (std::nothrow) char[static_cast<std::size_t>(total) + View::padding]);
    if (padded_[I] == nullptr) return exhaust();
    char* const text = padded_[I].get();
    std::memset(text + total, 0, View::padding);
    for (std::int32_t i = 0; i < rows_.count; ++i) {
      std::int32_t const size = offsets[i + 1] - offsets[i];
      if (size == 0) continue;
      // The indices are borrowed and may have changed. Any entry will do then, as long as it is within the text.
      std::int64_t const entry = dictionary.entry(rows_.first + i);
      std::int64_t const begin = entry < 0 || entry >= dictionary.entries ? 0 : std::int64_t{column.offsets[entry]};
      bool const fits = begin >= 0 && begin + size <= column.values_bytes;
      std::memcpy(text + offsets[i], static_cast<char const*>(column.values) + (fits ? begin : 0), static_cast<std::size_t>(size));
    }
    rows_.values[I] = text;
  }

  /// Counts one more copy.
  bool take(std::int64_t bytes) {
    copied_ += bytes;
    return share_.hold(copied_);
  }

  void exhaust() {
    exhausted_ = true;
    rows_.count = 0;
  }

  void stage_validity(std::size_t index, std::int32_t rows) {
    arrow::InputColumn const& column = rows_.inputs[index];
    for (std::int32_t i = 0; i < rows; i += 64) {
      std::int32_t const count = rows - i < 64 ? rows - i : 64;
      rows_.validity[index][i >> 6] =
          column.validity == nullptr ? ~std::uint64_t{0} : detail::load_bits(column.validity, column.validity_bit + rows_.first + i, count);
    }
  }

  void end_before(std::int32_t row, Fault code, std::size_t column) {
    rows_.count = row;
    fault_.row = rows_.first + row;
    fault_.fault = {code, static_cast<std::int32_t>(column)};
  }

  void pad(std::size_t index) {
    std::int32_t* const offsets = rows_.offsets[index];
    std::int64_t const end = offsets[rows_.count];
    if (rows_.count == 0 || rows_.inputs[index].values_bytes - end >= View::padding) return;
    std::int32_t const begin = offsets[0];
    auto const size = static_cast<std::size_t>(end - begin);
    if (!take(static_cast<std::int64_t>(size) + View::padding)) return exhaust();
    padded_[index].reset(new (std::nothrow) char[size + View::padding]());
    if (padded_[index] == nullptr) return exhaust();
    if (size > 0) std::memcpy(padded_[index].get(), rows_.values[index] + begin, size);
    rows_.values[index] = padded_[index].get();
    for (std::int32_t i = 0; i <= rows_.count; ++i) offsets[i] -= begin;
  }

  StagedRows<Columns> rows_;
  bool ascii_ = false;
  bool exhausted_ = false;
  TileFault fault_;
  MemoryShare share_;
  std::int64_t copied_ = 0;
  std::unique_ptr<char[]> padded_[Columns::size + 1];
};

}  // namespace rowfuse::cpu
