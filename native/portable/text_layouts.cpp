#include "text_layouts.hpp"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include <rowfuse/arrow/bits.hpp>

namespace rowfuse::portable {

namespace {

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

/// Memory of zeros, whose untouched pages cost nothing: of a slice, the places in front and behind are as many as those of all its array.
template <class Value>
std::shared_ptr<Value[]> zeros(std::int64_t count) {
  return {static_cast<Value*>(std::calloc(static_cast<std::size_t>(count), sizeof(Value))), Free{}};
}

std::shared_ptr<std::int32_t[]> room_for_offsets(OtherTexts const& texts) {
  return zeros<std::int32_t>(texts.before + texts.length + texts.after + 1);
}

/// Which one it is, for errors.
std::string place_of(OtherTexts const& texts, std::int64_t at) {
  if (texts.first < 0) return "row " + std::to_string(at);
  return "element " + std::to_string(texts.first + at) + " of those of all lists";
}

Failure too_many_bytes(Field const& field) {
  return schema_failure("column " + quoted(field.name) + " has more than 2147483647 bytes of text. Pass it in pieces.");
}

arrow::Dictionary indices_of(Child const& child) {
  char const kind = child.schema->format[0];
  arrow::Dictionary dictionary;
  dictionary.index_width = kind == 'c' || kind == 'C' ? 1 : kind == 's' || kind == 'S' ? 2 : kind == 'i' || kind == 'I' ? 4 : 8;
  dictionary.index_is_signed = kind >= 'a';
  dictionary.indices = values_at<char>(child, 1) + child.offset * dictionary.index_width;
  dictionary.entries = child.array->dictionary->length;
  return dictionary;
}

}  // namespace

bool is_text_dictionary(ArrowSchema const& schema) {
  if (schema.dictionary == nullptr || schema.format == nullptr || schema.dictionary->format == nullptr) return false;
  std::string_view const indices = schema.format;
  return std::string_view(schema.dictionary->format) == "u" && indices.size() == 1 &&
         std::string_view("cCsSiIlL").find(indices[0]) != std::string_view::npos;
}

Failure spread_out(OtherTexts const& texts, Field const& field, Inputs& inputs, arrow::InputColumn& column) {
  Child const& child = texts.child;
  std::int64_t const length = texts.length;
  std::string const where = "column " + quoted(field.name);
  ArrowArray const* const entries = child.array->dictionary;
  if (entries == nullptr || entries->n_buffers != 3) return schema_failure(where + " has no dictionary.");
  arrow::Dictionary const dictionary = indices_of(child);
  Child const list{child.schema->dictionary, entries, entries->offset};
  auto const* const offsets = dictionary.entries == 0 ? nullptr : values_at<std::int32_t>(list, 1) + list.offset;
  auto const* const text = values_at<char>(list, 2);
  auto const* const present = entries->null_count == 0 ? nullptr : values_at<std::uint8_t>(list, 0);

  auto const memory = room_for_offsets(texts);
  auto const bits = zeros<std::uint8_t>((texts.before + length) / 8 + 1);
  if (memory == nullptr || bits == nullptr) return no_memory(field.name);
  std::int32_t* const ends = memory.get() + texts.before;
  std::int64_t total = 0;
  bool any_null = false;
  for (std::int64_t row = 0; row < length; ++row) {
    bool valid = column.validity == nullptr || arrow::bit_at(column.validity, column.validity_bit + row);
    if (valid) {
      std::int64_t const entry = dictionary.entry(row);
      if (entry < 0 || entry >= dictionary.entries) {
        return schema_failure(where + ": " + place_of(texts, row) + " is malformed: its index is " + std::to_string(entry) +
                              ", the dictionary has " + std::to_string(dictionary.entries) + " entries.");
      }
      valid = present == nullptr || arrow::bit_at(present, list.offset + entry);
      if (valid) total += std::int64_t{offsets[entry + 1]} - offsets[entry];
      if (valid && (offsets[entry] < 0 || offsets[entry + 1] < offsets[entry])) {
        return schema_failure(where + ": entry " + std::to_string(entry) + " of its dictionary has malformed offsets.");
      }
      if (total > std::numeric_limits<std::int32_t>::max()) return too_many_bytes(field);
    }
    any_null = any_null || !valid;
    std::int64_t const bit = texts.before + row;
    if (valid) bits[bit / 8] |= static_cast<std::uint8_t>(1 << (bit & 7));
    ends[row + 1] = static_cast<std::int32_t>(total);
  }
  ends[length + texts.after] = static_cast<std::int32_t>(total);
  std::shared_ptr<char[]> bytes(new (std::nothrow) char[static_cast<std::size_t>(total) + 1]);
  if (bytes == nullptr) return no_memory(field.name);
  for (std::int64_t row = 0; row < length; ++row) {
    std::int32_t const size = ends[row + 1] - ends[row];
    if (size > 0) std::memcpy(bytes.get() + ends[row], text + offsets[dictionary.entry(row)], static_cast<std::size_t>(size));
  }
  column.values = bytes.get();
  column.values_bytes = total;
  column.offsets = ends;
  column.validity = any_null ? bits.get() : nullptr;
  column.validity_bit = any_null ? texts.before : 0;
  inputs.texts.insert(inputs.texts.end(), {bytes, memory, bits});
  return {};
}

Failure narrow(OtherTexts const& texts, Field const& field, Inputs& inputs, arrow::InputColumn& column) {
  Child const& child = texts.child;
  std::int64_t const length = texts.length;
  std::int64_t const* const offsets = values_at<std::int64_t>(child, 1) + child.offset;
  auto const memory = room_for_offsets(texts);
  if (memory == nullptr) return no_memory(field.name);
  std::int32_t* const ends = memory.get() + texts.before;
  std::int64_t const first = offsets[0];
  for (std::int64_t row = 0; row <= length; ++row) {
    // Compared before they are subtracted, which 64 bits need not hold.
    if (first < 0 || (row > 0 && offsets[row] < offsets[row - 1])) {
      return schema_failure("column " + quoted(field.name) + ": " + place_of(texts, row > 0 ? row - 1 : 0) + " has malformed offsets.");
    }
    if (offsets[row] - first > std::numeric_limits<std::int32_t>::max()) return too_many_bytes(field);
    ends[row] = static_cast<std::int32_t>(offsets[row] - first);
  }
  ends[length + texts.after] = ends[length];
  column.offsets = ends;
  column.values = values_at<char>(child, 2) + first;
  column.values_bytes = ends[length];
  inputs.texts.push_back(memory);
  return {};
}

}  // namespace rowfuse::portable
