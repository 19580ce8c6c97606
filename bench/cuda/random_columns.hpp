/// Random columns for any row function, valid or with one malformed row.
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
#include <rowfuse/cpu/tile/ascii.hpp>

namespace bench {

namespace arrow = rowfuse::arrow;
using Random = std::mt19937_64;

inline int below(Random& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }

/// Memory of exactly the requested bytes, so that tools see a read past the end.
using Bytes = std::vector<std::uint8_t>;

struct RandomColumn {
  Bytes values;
  std::vector<std::int32_t> offsets;
  Bytes validity;
  arrow::InputColumn column;
};

/// Texts that example transforms search for, and every UTF-8 length.
inline constexpr std::string_view pieces[] = {"public",     "private", " ", " ", "@",      ".",      "Ada",    "a",   "Xx",
                                              "\t",         "0",       "é", "ß", "\u00a0", "\u2028", "\ufeff", "水",  "\U0001F600",
                                              "\U0001F600", "-",       "",  "Σ", "İ",      "ﬃ",      "straße", "ΟΔΟΣ"};

/// The most pieces of text that a lane may process unit by unit, which takes the square of its length.
inline constexpr int lane_pieces = 250;

/// The most pieces of text that a warp shares: too long for one of its lanes.
inline constexpr int warp_pieces = 1500;

/// Returns sometimes up to `longest` pieces.
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

/// `tame` numbers are small integers, so that row functions with narrow integer outputs run without a fault.
template <class Number>
Number random_number(Random& random, bool tame) {
  if (tame) return static_cast<Number>(below(random, 100));
  if constexpr (std::is_floating_point_v<Number>) {
    constexpr Number special[] = {Number(0),
                                  -Number(0),
                                  Number(1),
                                  Number(-1.5),
                                  std::numeric_limits<Number>::infinity(),
                                  -std::numeric_limits<Number>::infinity(),
                                  std::numeric_limits<Number>::quiet_NaN(),
                                  std::numeric_limits<Number>::max(),
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

/// Points in time. Half of them lie within the range of dates, the others anywhere.
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
    std::int64_t const time =
        likely ? seconds * second + below(random, 1000) * (second / 1000) : random_number<std::int64_t>(random, false);
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

/// Returns one column of `rows` rows. Bitmaps start at any bit, offsets at any byte; half of the nullable columns have nulls.
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
    std::string text(static_cast<std::size_t>(made->offsets[0]), '\xff');  // bytes before the slice are never read
    for (std::int64_t row = 0; row < rows; ++row) {
      text += random_text(random, index, longest);
      // Bytes that are no valid UTF-8, which only columns of text check.
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

/// Returns the type of a list's elements, by the end of its format; `none` for a column that is no list.
inline arrow::TypeId element_type(char const* format) {
  using arrow::TypeId;
  if (format == nullptr) return TypeId::none;
  std::string_view type(format);
  while (type.starts_with("+s")) type.remove_prefix(2);
  if (!type.starts_with("+l")) return TypeId::none;
  type.remove_prefix(2);
  struct Named {
    std::string_view format;
    TypeId id;
  };
  constexpr Named types[] = {{"b", TypeId::boolean},        {"c", TypeId::int8},          {"C", TypeId::uint8},
                             {"s", TypeId::int16},          {"S", TypeId::uint16},        {"i", TypeId::int32},
                             {"I", TypeId::uint32},         {"l", TypeId::int64},         {"L", TypeId::uint64},
                             {"f", TypeId::float32},        {"g", TypeId::float64},       {"u", TypeId::utf8},
                             {"tdD", TypeId::date32},       {"tss", TypeId::timestamp_s}, {"tsm", TypeId::timestamp_ms},
                             {"tsu", TypeId::timestamp_us}, {"tsn", TypeId::timestamp_ns}};
  for (Named const& named : types)
    if (named.format == type.substr(0, type.starts_with("ts") ? 3 : type.size())) return named.id;
  return TypeId::none;
}

/// Returns the number of columns from one on that belong to a list, and so have its name.
inline std::int32_t parts_of_list(rowfuse::Field const* fields, std::int32_t index, std::int32_t count) {
  if (element_type(fields[index].format) == arrow::TypeId::none) return 0;
  std::int32_t end = index + 1;
  while (end < count && fields[end].name != nullptr && std::string_view(fields[end].name) == fields[index].name) ++end;
  return end - index;
}

/// Makes the columns of a list, which agree: the bytes of its elements, offsets for text, and one byte per element for nulls. A row has
/// none to five elements; elements before the first row are never read.
inline std::vector<std::unique_ptr<RandomColumn>> random_list(Random& random, bool tame, arrow::TypeId element,
                                                              arrow::ColumnType const* types, std::int32_t parts, std::int64_t rows,
                                                              std::size_t index) {
  bool const of_text = element == arrow::TypeId::utf8;
  bool const has_nulls = parts > (of_text ? 2 : 1);
  std::vector<std::int32_t> ends = {below(random, 3) == 0 ? 3 : 0};
  for (std::int64_t row = 0; row < rows; ++row) ends.push_back(ends.back() + (below(random, 3) == 0 ? 0 : below(random, 6)));
  auto const elements = static_cast<std::size_t>(ends.back());
  std::vector<std::unique_ptr<RandomColumn>> columns;
  // Offsets of bytes, `width` per element.
  auto const add = [&](Bytes values, int width) -> RandomColumn& {
    auto made = std::make_unique<RandomColumn>();
    made->values = std::move(values);
    for (std::int32_t const end : ends) made->offsets.push_back(end * width);
    columns.push_back(std::move(made));
    return *columns.back();
  };
  if (of_text) {
    std::string text(static_cast<std::size_t>(below(random, 3)), '\xff');
    std::vector<std::int32_t> starts;
    for (std::size_t at = 0; at < elements; ++at) {
      starts.push_back(static_cast<std::int32_t>(text.size()));
      text += random_text(random, index, 20);
    }
    RandomColumn& texts = add(Bytes(text.begin(), text.end()), 1);
    for (auto& offset : texts.offsets)
      offset =
          static_cast<std::size_t>(offset) < elements ? starts[static_cast<std::size_t>(offset)] : static_cast<std::int32_t>(text.size());
    Bytes places(elements * sizeof(std::int32_t));
    if (elements > 0) std::memcpy(places.data(), starts.data(), places.size());
    add(std::move(places), sizeof(std::int32_t));
  } else if (element == arrow::TypeId::boolean) {
    Bytes flags(elements);
    for (auto& flag : flags) flag = static_cast<std::uint8_t>(below(random, 2));
    add(std::move(flags), 1);
  } else {
    int const width = arrow::byte_width(element);
    Bytes values(elements * static_cast<std::size_t>(width));
    fill_values(random, tame, element, values);
    add(std::move(values), width);
  }
  if (has_nulls) {
    Bytes present(elements);
    for (auto& flag : present) flag = below(random, 4) == 0 ? 0 : 1;
    add(std::move(present), 1);
  }
  RandomColumn& first = *columns.front();
  if (types[0].nullable && below(random, 2) == 0) {
    first.column.validity_bit = below(random, 20);
    first.validity = random_bits(random, rows + first.column.validity_bit);
    first.column.validity = first.validity.data();
  }
  for (auto& made : columns) {
    made->column.values = made->values.data();
    made->column.values_bytes = static_cast<std::int64_t>(made->values.size());
    made->column.offsets = made->offsets.data();
  }
  return columns;
}

/// The begin and the end of windows, and the begin of their partitions: three columns that must agree, as callers guarantee.
inline std::vector<std::unique_ptr<RandomColumn>> random_bounds(Random& random, std::int64_t rows) {
  std::vector<std::int32_t> bounds[3];
  for (std::int64_t begin = 0; begin < rows;) {
    std::int64_t const end = std::min(rows, begin + 1 + below(random, 300));
    for (std::int64_t row = begin; row < end; ++row) {
      bounds[0].push_back(static_cast<std::int32_t>(std::max(begin, row - below(random, 40))));
      bounds[1].push_back(static_cast<std::int32_t>(std::min(end, row + 1 + below(random, 20))));
      bounds[2].push_back(static_cast<std::int32_t>(begin));
    }
    begin = end;
  }
  std::vector<std::unique_ptr<RandomColumn>> columns;
  for (auto const& values : bounds) {
    auto made = std::make_unique<RandomColumn>();
    made->values.resize(values.size() * sizeof(std::int32_t));
    if (!values.empty()) std::memcpy(made->values.data(), values.data(), made->values.size());
    made->column.values = made->values.data();
    made->column.values_bytes = static_cast<std::int64_t>(made->values.size());
    columns.push_back(std::move(made));
  }
  return columns;
}

/// Returns one value for all rows, in the form of native code.
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

/// Damages one row of a text column: invalid UTF-8, or offsets that decrease or leave the values. Both backends must name the same row
/// and reason, and touch nothing outside.
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
    case 2: broken.offsets[row + 1] = broken.offsets[row] - 1; break;
    default: broken.offsets[row + 1] = static_cast<std::int32_t>(broken.values.size()) + 1000; break;
  }
}

}  // namespace bench
