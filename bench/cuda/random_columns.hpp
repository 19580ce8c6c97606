/// Random columns for any row function, whole or with a broken row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <rowfuse/binding.hpp>
#include <rowfuse/cpu/ascii.hpp>

namespace bench {

namespace arrow = rowfuse::arrow;
using Random = std::mt19937_64;

inline int below(Random& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }

/// Memory of exactly the bytes that are asked for, so that a read past the end is seen by tools that watch for it.
using Bytes = std::vector<std::uint8_t>;

struct RandomColumn {
  Bytes values;
  std::vector<std::int32_t> offsets;
  Bytes validity;
  arrow::InputColumn column;
};

/// What example transforms look for, and every UTF-8 length.
inline constexpr std::string_view pieces[] = {"public", "private", " ", " ", "@", ".", "Ada", "a", "Xx", "\t", "0", "é", "ß",
                                       "\u00a0", "\u2028", "\ufeff", "水", "\U0001F600", "\U0001F600", "-", "", "Σ", "İ", "ﬃ",
                                       "straße", "ΟΔΟΣ"};

/// Most pieces of text that a lane may go through unit by unit, which takes the square of its length.
inline constexpr int lane_pieces = 250;

/// Most pieces of text that a warp shares: too long for one of its lanes.
inline constexpr int warp_pieces = 1500;

/// Now and then up to `longest` pieces.
inline std::string random_text(Random& random, std::size_t column, int longest) {
  int const kind = below(random, 8);
  if (kind == 0) return "";
  if (kind == 1) return column % 2 == 0 ? "Ada Lovelace" : "public";
  if (kind == 2) return "public";
  std::string text;
  int const count = below(random, 400) == 0 ? below(random, longest) : kind == 3 ? below(random, std::min(60, longest)) : below(random, 6);
  for (int index = 0; index < count; ++index) {
    text += pieces[static_cast<std::size_t>(below(random, static_cast<int>(std::size(pieces))))];
  }
  return text;
}

/// `tame` numbers are small and whole: row functions with narrow integer outputs get through without a fault.
template <class Number>
Number random_number(Random& random, bool tame) {
  if (tame) return static_cast<Number>(below(random, 100));
  if constexpr (std::is_floating_point_v<Number>) {
    constexpr Number special[] = {Number(0),    -Number(0), Number(1),   Number(-1.5),
                                  std::numeric_limits<Number>::infinity(), -std::numeric_limits<Number>::infinity(),
                                  std::numeric_limits<Number>::quiet_NaN(), std::numeric_limits<Number>::max(),
                                  std::numeric_limits<Number>::denorm_min()};
    if (below(random, 4) == 0) return special[static_cast<std::size_t>(below(random, static_cast<int>(std::size(special))))];
    return static_cast<Number>(std::normal_distribution<double>(0, 1000)(random));
  } else {
    if (below(random, 8) == 0) return std::numeric_limits<Number>::max();
    if (below(random, 8) == 0) return std::numeric_limits<Number>::min();
    return static_cast<Number>(random());
  }
}

template <class Number>
void fill_numbers(Random& random, bool tame, Bytes& values) {
  for (std::size_t at = 0; at < values.size(); at += sizeof(Number)) {
    Number const number = random_number<Number>(random, tame);
    std::memcpy(&values[at], &number, sizeof number);
  }
}

/// Points in time. Half of them lie within the years that dates hold, the others anywhere.
inline void fill_times(Random& random, bool tame, arrow::TypeId id, Bytes& values) {
  using arrow::TypeId;
  if (tame) return fill_numbers<std::int64_t>(random, true, values);
  std::int64_t const second = id == TypeId::timestamp_s    ? 1
                              : id == TypeId::timestamp_ms ? 1000
                              : id == TypeId::timestamp_us ? 1'000'000
                                                           : 1'000'000'000;
  for (std::size_t at = 0; at < values.size(); at += sizeof(std::int64_t)) {
    bool const likely = below(random, 2) == 0;
    std::int64_t const seconds = static_cast<std::int64_t>(random() % 8'000'000'000u) - 4'000'000'000;
    std::int64_t const time = likely ? seconds * second + below(random, 1000) * (second / 1000)
                                     : random_number<std::int64_t>(random, false);
    std::memcpy(&values[at], &time, sizeof time);
  }
}

inline void fill_values(Random& random, bool tame, arrow::TypeId id, Bytes& values) {
  using arrow::TypeId;
  switch (id) {
    case TypeId::float32: return fill_numbers<float>(random, tame, values);
    case TypeId::float64: return fill_numbers<double>(random, tame, values);
    case TypeId::int8: return fill_numbers<std::int8_t>(random, tame, values);
    case TypeId::int16: return fill_numbers<std::int16_t>(random, tame, values);
    case TypeId::int32: return fill_numbers<std::int32_t>(random, tame, values);
    case TypeId::uint8: return fill_numbers<std::uint8_t>(random, tame, values);
    case TypeId::uint16: return fill_numbers<std::uint16_t>(random, tame, values);
    case TypeId::int64: return fill_numbers<std::int64_t>(random, tame, values);
    case TypeId::uint64: return fill_numbers<std::uint64_t>(random, tame, values);
    case TypeId::uint32: return fill_numbers<std::uint32_t>(random, tame, values);
    case TypeId::date32: return fill_numbers<std::int32_t>(random, tame, values);
    case TypeId::timestamp_s:
    case TypeId::timestamp_ms:
    case TypeId::timestamp_us:
    case TypeId::timestamp_ns: return fill_times(random, tame, id, values);
    default: break;
  }
}

inline Bytes random_bits(Random& random, std::int64_t bits) {
  Bytes bytes(static_cast<std::size_t>((bits + 7) / 8));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() | random());
  return bytes;
}

/// One column of `rows` rows. Bitmaps start at any bit, offsets at any byte; half of the nullable columns have nulls.
inline std::unique_ptr<RandomColumn> random_column(Random& random, bool tame, int longest, arrow::ColumnType type, std::int64_t rows,
                                            std::size_t index) {
  auto made = std::make_unique<RandomColumn>();
  arrow::InputColumn& column = made->column;
  if (type.nullable && below(random, 2) == 0) {
    column.validity_bit = below(random, 20);
    made->validity = random_bits(random, rows + column.validity_bit);
    column.validity = made->validity.data();
  }
  if (arrow::has_offsets(type.id)) {
    made->offsets.push_back(below(random, 3) == 0 ? 5 : 0);
    std::string text(static_cast<std::size_t>(made->offsets[0]), '\xff');  // bytes before the slice are never looked at
    for (std::int64_t row = 0; row < rows; ++row) {
      text += random_text(random, index, longest);
      // Bytes that are no text, which only columns of text are judged by.
      if (type.id == arrow::TypeId::binary && below(random, 2) == 0) text += std::string(below(random, 9), static_cast<char>(random()));
      made->offsets.push_back(static_cast<std::int32_t>(text.size()));
    }
    made->values.assign(text.begin(), text.end());
    column.offsets = made->offsets.data();
  } else if (type.id == arrow::TypeId::boolean) {
    column.values_bit = below(random, 20);
    made->values = random_bits(random, rows + column.values_bit);
  } else if (type.id != arrow::TypeId::none) {
    made->values.resize(static_cast<std::size_t>(rows * arrow::byte_width(type.id)));
    fill_values(random, tame, type.id, made->values);
  }
  column.values = made->values.data();
  column.values_bytes = static_cast<std::int64_t>(made->values.size());
  return made;
}

/// One value for all rows, in the form that native code gets it.
inline std::unique_ptr<RandomColumn> random_scalar(Random& random, bool tame, int longest, arrow::ColumnType type) {
  auto made = std::make_unique<RandomColumn>();
  arrow::InputColumn& column = made->column;
  if (type.nullable && below(random, 3) == 0) {
    column.values_bytes = -1;
    return made;
  }
  if (arrow::has_offsets(type.scalar)) {
    std::string const text = random_text(random, 0, longest);
    made->values.assign(text.begin(), text.end());
    column.values = made->values.data();
    column.values_bytes = static_cast<std::int64_t>(text.size());
    column.values_bit = rowfuse::cpu::is_ascii(text.data(), column.values_bytes) ? 1 : 0;
    return made;
  }
  made->values.resize(sizeof column.values_begin);
  fill_values(random, tame, type.scalar, made->values);
  std::memcpy(&column.values_begin, made->values.data(), sizeof column.values_begin);
  // It may be the number of the first row, to which rows are added.
  if (type.scalar == arrow::TypeId::int64) column.values_begin /= 4;
  return made;
}

/// Breaks one row of a text column: bytes that are no UTF-8, or offsets that do not rise or leave the values. Both
/// backends have to name the same row and reason, and to touch nothing outside.
inline void break_text(Random& random, RandomColumn& broken) {
  int const rows = static_cast<int>(broken.offsets.size()) - 1;
  if (rows < 1) return;
  auto const row = static_cast<std::size_t>(below(random, rows));
  auto const start = static_cast<std::size_t>(broken.offsets[row]);
  switch (below(random, 4)) {
    case 0:
      if (start < broken.values.size()) broken.values[start] = 0xff;
      break;
    case 1:
      if (start < broken.values.size()) broken.values[start] = 0xc3;  // the lead of two bytes
      break;
    case 2:
      broken.offsets[row + 1] = broken.offsets[row] - 1;
      break;
    default:
      broken.offsets[row + 1] = static_cast<std::int32_t>(broken.values.size()) + 1000;
      break;
  }
}

}  // namespace bench
