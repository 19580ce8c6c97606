/// Random record batches in the Arrow C data interface, and the bytes of results.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <rowfuse/binding.hpp>

#include "../../../native/portable/rowfuse.h"

namespace threads_test {

using Random = std::mt19937_64;

/// The last rows of a batch, so that passes are well under way when they meet a malformed one.
enum class Ending { valid, malformed };

/// A record batch with the input columns of one transform. It is never written after its construction, so many calls may share it.
class Batch {
 public:
  Batch(rowfuse::Registration const& transform, std::int64_t rows, Ending ending, Random& random) {
    rowfuse::arrow::Layout const& layout = transform.cpu.layout;
    for (std::int32_t place = 0; place < layout.input_count; ++place) {
      rowfuse::Field const& field = transform.fields.inputs[place];
      add(field.name, field.format, layout.inputs[place].nullable, rows, ending, random);
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      schemas_.push_back(&columns_[i].schema);
      arrays_.push_back(&columns_[i].array);
    }
    schema.format = "+s";
    schema.n_children = static_cast<std::int64_t>(schemas_.size());
    schema.children = schemas_.data();
    array.length = rows;
    array.n_buffers = 1;
    array.n_children = schema.n_children;
    array.buffers = &no_bits_;
    array.children = arrays_.data();
  }
  Batch(Batch const&) = delete;
  Batch& operator=(Batch const&) = delete;

  ArrowSchema schema{};
  ArrowArray array{};

 private:
  struct Column {
    std::string values;
    std::vector<std::int32_t> offsets{0};
    std::string bits;
    std::vector<void const*> buffers;
    ArrowSchema schema{};
    ArrowArray array{};
  };

  void add(char const* name, char const* format, bool nullable, std::int64_t rows, Ending ending, Random& random) {
    Column& column = columns_.emplace_back();
    bool const is_text = std::string_view(format) == "u";
    for (std::int64_t row = 0; row < rows; ++row) {
      if (is_text) {
        column.values += text_at(row, rows, ending, random);
        column.offsets.push_back(static_cast<std::int32_t>(column.values.size()));
      } else if (std::string_view(format) == "i") {
        append(column.values, static_cast<std::int32_t>(row + 5 < rows || ending == Ending::valid ? random() % 50 : 1'000'000));
      } else {
        append(column.values, static_cast<double>(random() % 20'000) / 7 - 1000);
      }
    }
    if (nullable) {
      column.bits.resize(static_cast<std::size_t>(rows + 7) / 8);
      for (char& eight : column.bits) eight = static_cast<char>(random() | random());
    }
    column.buffers.push_back(nullable ? column.bits.data() : nullptr);
    if (is_text) column.buffers.push_back(column.offsets.data());
    column.buffers.push_back(column.values.data());
    column.schema.format = format;
    column.schema.name = name;
    column.schema.flags = nullable ? ARROW_FLAG_NULLABLE : 0;
    column.array.length = rows;
    column.array.null_count = nullable ? -1 : 0;
    column.array.n_buffers = static_cast<std::int64_t>(column.buffers.size());
    column.array.buffers = column.buffers.data();
  }

  static std::string text_at(std::int64_t row, std::int64_t rows, Ending ending, Random& random) {
    if (ending == Ending::malformed && row + 5 >= rows) return "Ada \xFF";
    static constexpr char const* words[] = {"Ada", "Grace", "Zoë", "public", "👩‍🚀", "x", ""};
    std::string text;
    for (std::uint64_t count = random() % 5; count > 0; --count) text.append(words[random() % std::size(words)]).append(" ");
    return text;
  }

  template <class Value>
  static void append(std::string& bytes, Value value) {
    bytes.append(reinterpret_cast<char const*>(&value), sizeof value);
  }

  std::deque<Column> columns_;
  std::vector<ArrowSchema*> schemas_;
  std::vector<ArrowArray*> arrays_;
  void const* no_bits_ = nullptr;
};

/// Returns the bytes of a value, by the letters of the Arrow C data interface.
inline std::size_t width_of(std::string_view format) {
  if (format == "c" || format == "C") return 1;
  if (format == "s" || format == "S") return 2;
  return format == "i" || format == "I" || format == "f" ? 4 : 8;
}

/// Returns the values of a result, without those under nulls.
inline std::string bytes_of(ArrowSchema const& schema, ArrowArray const& array) {
  std::string bytes = std::to_string(array.length) + ' ' + std::to_string(array.null_count) + schema.format;
  for (std::int64_t i = 0; i < array.n_children; ++i) bytes += bytes_of(*schema.children[i], *array.children[i]);
  if (array.n_children > 0 || array.n_buffers < 2) return bytes;
  std::string_view const format = schema.format;
  auto const* const bits = static_cast<std::uint8_t const*>(array.buffers[0]);
  auto const has_bit = [](std::uint8_t const* from, std::int64_t row) { return (from[row / 8] >> (row % 8) & 1) != 0; };
  for (std::int64_t row = 0; row < array.length; ++row) {
    if (bits != nullptr && !has_bit(bits, row)) {
      bytes += "null";
    } else if (format == "u") {
      auto const* const offsets = static_cast<std::int32_t const*>(array.buffers[1]);
      std::int32_t const size = offsets[row + 1] - offsets[row];
      bytes.append(std::to_string(size)).append(static_cast<char const*>(array.buffers[2]) + offsets[row], static_cast<std::size_t>(size));
    } else if (format == "b") {
      bytes += has_bit(static_cast<std::uint8_t const*>(array.buffers[1]), row) ? '1' : '0';
    } else {
      std::size_t const width = width_of(format);
      bytes.append(static_cast<char const*>(array.buffers[1]) + width * static_cast<std::size_t>(row), width);
    }
  }
  return bytes;
}

}  // namespace threads_test
